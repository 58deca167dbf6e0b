/** Components that are loaded when they are first shown. */

import { html, signal } from "./vendor/preact.js";

/** @param {() => Promise<any>} load resolves to a component */
export function lazy(load) {
  const loaded = signal(null);
  let begun = false;
  return function Lazy(props) {
    if (!begun) {
      begun = true;
      load().then(
        (component) => (loaded.value = component),
        () => (begun = false),
      );
    }
    const Component = loaded.value;
    return Component && html`<${Component} ...${props} />`;
  };
}
