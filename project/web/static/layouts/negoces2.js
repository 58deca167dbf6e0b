export default { name: "negoces2" };
