export default { name: "monopoly_deal" };
