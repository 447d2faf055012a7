'use client';
// Components whose code is not in the first load. It loads when the page is idle, so that it is ready for a key or a
// click.
import { createElement, use, type ComponentType, type FunctionComponent } from 'react';

export type Later<Props> = FunctionComponent<Props> & {
  /** Loads the code now; may be called repeatedly. */
  load: () => Promise<unknown>;
};

/**
 * `const Palette = later(async () => (await import('./Palette.tsx')).Palette)`. Needs a <Suspense> around it, like
 * React's `lazy`, but renders loaded code at once: `lazy` renders the fallback first, which React then shows for at
 * least 300 ms.
 */
export function later<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): Later<Props> {
  let part: ComponentType<Props> | undefined;
  let coming: Promise<ComponentType<Props>> | undefined;
  const load = () => (coming ??= fetchPart().then((fetched) => (part = fetched)));
  // If preloading fails, the code is loaded again when it is needed.
  const ahead = () => load().catch(() => (coming = undefined));
  whenAtRest(ahead);
  const Part = (props: Props) => createElement(part ?? use(load()), props);
  return Object.assign(Part, { load: ahead });
}

type Task = () => unknown;
const waiting: Task[] = [];

/** Runs tasks one after the other when the page has loaded and is idle. */
export function whenAtRest(task: Task): void {
  if (typeof window === 'undefined') return;
  waiting.push(task);
  if (waiting.length > 1) return;
  if (document.readyState === 'complete') soon();
  else window.addEventListener('load', soon, { once: true });
}

function soon(): void {
  const run = async () => {
    for (let task = waiting[0]; task; task = waiting[0]) {
      await task();
      waiting.shift();
    }
  };
  // Safari does not have it.
  if ('requestIdleCallback' in window) requestIdleCallback(() => void run());
  else setTimeout(() => void run(), 1000);
}
