/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * What bench/web.ts runs inside the page: each function is sent there as its text, so it uses nothing but the page. Times in milliseconds.
 */

interface Probe {
  /** When the first thought, or of a list the first row, was drawn, from navigation; what comes with the page is painted only with its first paint. */
  drawn?: number;
  /** Tasks of more than 50 ms, and interactions to their next paint. */
  longTasks: number[];
  interactions: number[];
}
declare global {
  interface Window {
    probe: Probe;
  }
}

/** Before anything else of the page runs. */
export function watchPage(): void {
  const probe: Probe = { longTasks: [], interactions: [] };
  window.probe = probe;
  const look = () => {
    const wanted = '[data-timeline] [role="gridcell"] [data-state], [role="grid"] [data-trace]';
    const isThere = [...document.querySelectorAll(wanted)].some((each) => each.textContent);
    if (!isThere) requestAnimationFrame(look);
    else probe.drawn = performance.now();
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) probe.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) probe.interactions.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** Resolves to when the first thought, or of a list the first row, could be read, from navigation. */
export async function untilDrawn(): Promise<number> {
  const painted = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
  while (window.probe.drawn === undefined || painted() === undefined)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return Math.max(window.probe.drawn, painted()!);
}

/** The first rows come with the page: until it hears keys, and has the steps that follow. */
export async function untilWhole(): Promise<void> {
  const timeline = '[data-timeline]:not([inert]) [role="treegrid"]:not([aria-rowcount="-1"])';
  while (!document.querySelector(timeline)) await new Promise((resolve) => setTimeout(resolve, 20));
}

export interface Scrolled {
  frames: number[];
  /** Elements below the timeline, and on the page, at most. */
  elements: number;
  page: number;
  longTasks: number[];
}

/** Scrolls the timeline from its beginning for so long, so many pixels a frame. */
export async function scrollTimeline({ lasts, step }: { lasts: number; step: number }): Promise<Scrolled> {
  const timeline = document.querySelector('[data-timeline]')!;
  timeline.scrollTop = 0;
  await new Promise((resolve) => setTimeout(resolve, 500));
  window.probe.longTasks.length = 0;
  const scrolled: Scrolled = { frames: [], elements: 0, page: 0, longTasks: [] };
  const began = performance.now();
  let before = began;
  await new Promise<void>((resolve) => {
    const frame = (now: number) => {
      scrolled.frames.push(now - before);
      before = now;
      timeline.scrollTop += step;
      if (scrolled.frames.length % 20 === 0) {
        scrolled.elements = Math.max(scrolled.elements, timeline.querySelectorAll('*').length);
        scrolled.page = Math.max(scrolled.page, document.querySelectorAll('*').length);
      }
      if (now - began < lasts) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame((now) => {
      before = now;
      requestAnimationFrame(frame);
    });
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  scrolled.longTasks = [...window.probe.longTasks];
  return scrolled;
}

/** Puts the next interaction to its paint into `window.probe.toPaint`: the time from the event to the frame after the one it made. */
export function armNextPaint(kind: 'keydown' | 'click'): Promise<number> {
  return new Promise((resolve) => {
    document.addEventListener(
      kind,
      (event) => {
        // The frame is made after its callbacks; a message that is sent in one arrives when it is painted.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - event.timeStamp);
          port2.postMessage(undefined);
        });
      },
      { capture: true, once: true },
    );
  });
}

/** How long the answers took whose address holds the name, since the last time it was asked. */
export function answerTimes(name: string): number[] {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  performance.clearResourceTimings();
  return entries.filter((entry) => entry.name.includes(name)).map((entry) => entry.responseEnd - entry.requestStart);
}
