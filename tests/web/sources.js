// Notes what every EventSource of the page brings, and lets a test break them: window.sources, window.heard.
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
