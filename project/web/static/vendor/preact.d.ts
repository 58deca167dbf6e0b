// The types of what preact.js exports, for `make lint-web` alone.
export interface Signal<T> { value: T; peek(): T; subscribe(listener: (value: T) => void): () => void }
export function signal<T>(value: T): Signal<T>;
export function computed<T>(compute: () => T): { readonly value: T; peek(): T };
export function effect(run: () => void | (() => void)): () => void;
export function batch<T>(run: () => T): T;
export function untracked<T>(run: () => T): T;
export function useSignal<T>(value: T): Signal<T>;
export function useComputed<T>(compute: () => T): { readonly value: T };
export function html(strings: TemplateStringsArray, ...values: unknown[]): any;
export function h(type: unknown, props?: unknown, ...children: unknown[]): any;
export function render(node: unknown, parent: Element | null): void;
export const Fragment: unknown;
export function useState<T = any>(initial?: T | (() => T)): [T, (value: T | ((before: T) => T)) => void];
export function useEffect(run: () => void | (() => void), inputs?: unknown[]): void;
export function useLayoutEffect(run: () => void | (() => void), inputs?: unknown[]): void;
export function useMemo<T>(make: () => T, inputs: unknown[]): T;
export function useRef<T = any>(initial: T | null): { current: T };
