export default { name: "dealmaker" };
