export default { name: "great_dalmuti" };
