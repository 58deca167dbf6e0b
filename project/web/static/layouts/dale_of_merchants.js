export default { name: "dale_of_merchants" };
