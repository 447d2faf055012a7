/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * The functions that bench/web.ts runs inside the page. Each is sent as its text, so it can use nothing but the page.
 * Times are in milliseconds.
 */

interface Probe {
  /**
   * Time from navigation until the first thought, or the first row of a list, was drawn. What comes with the page is
   * painted only with its first paint.
   */
  drawn?: number;
  /** Durations of tasks longer than 50 ms. `interactions`: times from interactions to their next paint. */
  longTasks: number[];
  interactions: number[];
}
declare global {
  interface Window {
    probe: Probe;
  }
}

/** Must run before any other code of the page. */
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

/** Resolves to the time from navigation until the first thought, or the first row of a list, was readable. */
export async function untilDrawn(): Promise<number> {
  const painted = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
  while (window.probe.drawn === undefined || painted() === undefined)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return Math.max(window.probe.drawn, painted()!);
}

/** Waits until the timeline handles keys and has all steps. Its first rows come with the page. */
export async function untilWhole(): Promise<void> {
  const timeline = '[data-timeline]:not([inert]) [role="treegrid"]:not([aria-rowcount="-1"])';
  while (!document.querySelector(timeline)) await new Promise((resolve) => setTimeout(resolve, 20));
}

export interface Scrolled {
  frames: number[];
  /** Maximum number of elements below the timeline. `page`: of elements on the page. */
  elements: number;
  page: number;
  longTasks: number[];
}

/** Scrolls the timeline from its beginning for `lasts` milliseconds, by `step` pixels per frame. */
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

/**
 * Resolves to the time from the next interaction to its paint: from the event to the frame after the one that it
 * caused.
 */
export function armNextPaint(kind: 'keydown' | 'click'): Promise<number> {
  return new Promise((resolve) => {
    document.addEventListener(
      kind,
      (event) => {
        // The frame is rendered after its callbacks. A message sent from a callback arrives after the paint.
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

/** Returns the response times of requests whose URL contains the name, since the last call. */
export function answerTimes(name: string): number[] {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  performance.clearResourceTimings();
  return entries.filter((entry) => entry.name.includes(name)).map((entry) => entry.responseEnd - entry.requestStart);
}
