'use client';
// Parts of a page whose code is no part of its first load. It is fetched when the page is at rest, so that a key or a click finds it there.
import { createElement, use, type ComponentType, type FunctionComponent } from 'react';

export type Later<Props> = FunctionComponent<Props> & {
  /** Fetches it now; may be called often. */
  load: () => Promise<unknown>;
};

/**
 * `const Palette = later(async () => (await import('./Palette.tsx')).Palette)`. Needs a <Suspense> around it, like `lazy` of React, but what has been
 * fetched is drawn at once: with `lazy` the fallback comes first, and React lets that stand for 300 ms.
 */
export function later<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): Later<Props> {
  let part: ComponentType<Props> | undefined;
  let coming: Promise<ComponentType<Props>> | undefined;
  const load = () => (coming ??= fetchPart().then((fetched) => (part = fetched)));
  // What could not be fetched ahead is fetched again when it is needed.
  const ahead = () => load().catch(() => (coming = undefined));
  whenAtRest(ahead);
  const Part = (props: Props) => createElement(part ?? use(load()), props);
  return Object.assign(Part, { load: ahead });
}

type Task = () => unknown;
const waiting: Task[] = [];

/** One after the other, once the page has loaded and nothing else is going on. */
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
  // Not in Safari.
  if ('requestIdleCallback' in window) requestIdleCallback(() => void run());
  else setTimeout(() => void run(), 1000);
}
