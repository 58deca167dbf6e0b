/** Components that are loaded when they are first shown. */

import { html, signal } from "../vendor/preact.js";

/**
 * Returns a component with `load`, for a page that waits for it, and `isLoaded`, for a box that must not open empty.
 * @param {() => Promise<any>} load resolves to a component
 */
export function lazy(load) {
  const loaded = signal(null);
  let begun;
  const begin = () =>
    (begun ??= load().then(
      (component) => (loaded.value = component),
      () => (begun = undefined),
    ));
  function Lazy(props) {
    begin();
    const Component = loaded.value;
    return Component && html`<${Component} ...${props} />`;
  }
  return Object.assign(Lazy, { load: begin, isLoaded: () => loaded.value !== null });
}
