// Notes the rows that every EventSource and every long poll of the page brings, and lets a test break the sources:
// window.sources, window.heard.
window.sources = [];
window.heard = [];
const Real = window.EventSource;
window.EventSource = class extends Real {
  constructor(address) {
    super(address);
    window.sources.push(this);
    this.addEventListener('event', ({lastEventId, data}) => window.heard.push([Number(lastEventId), JSON.parse(data).seq]));
  }
};
const real = window.fetch;
window.fetch = async (address, ...how) => {
  const answer = await real(address, ...how);
  if (String(address).includes('&wait=') && answer.status === 200) {
    const {items} = await answer.clone().json();
    window.heard.push(...items.map(({seq}) => [seq, seq]));
  }
  return answer;
};
