// Notes the rows that every stream of the page brings, and lets a test break or silence the streams: window.sources,
// window.heard.
window.sources = [];
window.heard = [];
const real = window.fetch;

/** A stream as the page reads it. state: 0 until it is open, 1, then 2; `break` ends it, `silence` lets nothing more through. */
class Source {
  constructor(url) {
    Object.assign(this, {url: new URL(url, location).href, state: 0, silent: false});
  }
  watched(answer) {
    this.state = 1;
    const ids = new TextDecoder();
    let rest = '';
    const note = (bytes) => {
      const events = (rest + ids.decode(bytes, {stream: true})).split('\n\n');
      rest = events.pop();
      for (const [, id, data] of events.map((one) => /^id: (\d+)\nevent: event\ndata: (.*)$/.exec(one)).filter(Boolean))
        window.heard.push([Number(id), JSON.parse(data).seq]);
    };
    const through = new TransformStream({
      start: (controller) => {
        this.break = () => { this.state = 2; controller.error(new TypeError('broken by the test')); };
        this.silence = () => { this.silent = true; };
      },
      transform: (bytes, controller) => {
        if (this.silent) return;
        note(bytes);
        controller.enqueue(bytes);
      },
      flush: () => { this.state = 2; },
    });
    return new Response(answer.body.pipeThrough(through), answer);
  }
}

window.fetch = async (address, how) => {
  const source = /\/stream\?/.test(String(address)) ? new Source(String(address)) : null;
  if (source) window.sources.push(source);
  how?.signal?.addEventListener('abort', () => { if (source) source.state = 2; });
  const answer = await real(address, how);
  if (source && answer.ok) return source.watched(answer);
  return answer;
};
