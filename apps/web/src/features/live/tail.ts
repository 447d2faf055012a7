/**
 * The newest steps of a project, live: builds steps from rows of many traces with the same code as the trace page.
 * Keeps a bounded number.
 *
 *   update ─ merged into the trace's earlier rows ─▶ steps of the trace ─▶ new ones appended, others updated in place
 */
import { buildSteps } from '../../lib/steps/build-steps.ts';
import { isPartial } from '../../lib/steps/sentences.ts';
import type { Step } from '../../lib/steps/step-tree.ts';
import type { LiveCall, LiveTraceNews } from '../../lib/live/live-event.ts';
import type { CallRow, SpanRow } from '../../lib/skeleton/skeleton.ts';
import { lastReported } from '../../lib/figures/took.ts';

export const MAX_STEPS = 2000;
/** Maximum spans kept of a trace to build new steps from; steps of older spans stay on the screen unchanged. */
const MAX_SPANS = 400;
/** With more steps in a second than this, users cannot read each one. */
const FAST_STEPS = 20;
const SECOND_MS = 1000;

export interface TailStep {
  /** Unique across all traces. */
  key: string;
  trace: string;
  title: string | null;
  step: Step;
  /** The first characters of its texts. */
  thought: string | null;
  said: string | null;
  arguments: string | null;
  /** Tool name of the call whose thought this step shares. */
  sharesWith: string | null;
  /** Set while its model call is, as far as the browser knows, still streaming. */
  growing: Growing | null;
  /** Steps of one burst have the same number; 0 = arrived slowly enough to be read. */
  burst: number;
}

/** Times of this browser's clock, in milliseconds since 1970. */
export interface Growing {
  began: number;
  /** The next snapshot arrives by then, or never. */
  until: number;
}

/** The longest time between two snapshots of a streaming answer. */
const QUIET_MS = 60_000;

interface Trace {
  title: string | null;
  spans: Map<string, SpanRow>;
  calls: Map<string, CallRow>;
  texts: Map<string, Pick<LiveCall, 'thought' | 'preamble' | 'arguments'>>;
  /** Call id → its number in the rows. */
  callIds: Map<string, number>;
}

/** In arrival order; `dropped` counts older steps that were removed. Every change creates a new object. */
export interface Tail {
  steps: readonly TailStep[];
  dropped: number;
  /** Number of all steps that ever arrived. */
  arrived: number;
}

export const EMPTY_TAIL: Tail = { steps: [], dropped: 0, arrived: 0 };

export class TailBuilder {
  #traces = new Map<string, Trace>();
  #steps = new Map<string, TailStep>();
  #dropped = 0;
  #arrived = 0;
  #arrivals: { at: number; steps: number }[] = [];
  #burst = { number: 0, at: -Infinity };

  /**
   * `now` in milliseconds; undefined for earlier steps, which never count as a burst. `clock`: the browser's time when
   * they arrived.
   */
  add(news: readonly LiveTraceNews[], now?: number, clock = Date.now()): Tail {
    const arrived = news.flatMap((one) => this.#addTrace(one, clock)).sort((a, b) => endOf(a.step) - endOf(b.step));
    const burst = now === undefined ? 0 : this.#burstOf(arrived.length, now);
    for (const step of arrived) this.#steps.set(step.key, { ...step, burst });
    this.#arrived += arrived.length;
    this.#dropOldest();
    return { steps: [...this.#steps.values()], dropped: this.#dropped, arrived: this.#arrived };
  }

  /** Updates existing steps in place, and returns the new ones. */
  #addTrace(news: LiveTraceNews, clock: number): TailStep[] {
    const trace = this.#traces.get(news.id) ?? newTrace();
    this.#traces.set(news.id, trace);
    trace.title = news.title ?? trace.title;
    forgetCalls(
      trace,
      news.fresh.filter((id) => trace.spans.has(id)),
    );
    for (const span of news.spans) trace.spans.set(span.id, span);
    for (const call of news.calls) addCall(trace, call);
    forgetSpans(trace);
    const { steps } = buildSteps({ spans: [...trace.spans.values()], calls: [...trace.calls.values()] });
    const toolOf = new Map(steps.flatMap((step) => step.calls.map((call) => [step.key, call.tool] as const)).reverse());
    const fresh = new Set(news.fresh);
    const arrived: TailStep[] = [];
    const found = new Set<string>();
    const last = new Map(steps.map((step) => [step.span?.id, step]));
    for (const step of steps) {
      const isGrowing = isPartial(step) && last.get(step.span?.id) === step;
      const growing = isGrowing ? growingSince(step, news, clock) : null;
      const next = { ...tailStep(news.id, trace, step), growing, sharesWith: sharedTool(step, toolOf) };
      const known = this.#steps.get(next.key);
      found.add(next.key);
      if (known) this.#steps.set(next.key, { ...next, burst: known.burst });
      else if (isNews(step, fresh)) arrived.push(next);
    }
    return this.#inPlace(arrived, this.#merged(news.id, found));
  }

  /** Puts the successor of a removed step into that step's place; returns the other new steps. */
  #inPlace(arrived: readonly TailStep[], gone: readonly TailStep[]): TailStep[] {
    if (gone.length === 0) return [...arrived];
    const became = new Map<string, TailStep>();
    for (const { key, step, burst } of gone) {
      const next = arrived.find(({ step: { span } }) => span !== null && span.id === step.span?.id);
      if (next && ![...became.values()].includes(next)) became.set(key, { ...next, burst });
    }
    const goes = new Set(gone.map(({ key }) => key));
    const steps = [...this.#steps.values()].flatMap((step) =>
      goes.has(step.key) ? (became.get(step.key) ?? []) : step,
    );
    this.#steps = new Map(steps.map((step) => [step.key, step]));
    return arrived.filter(({ key }) => !this.#steps.has(key));
  }

  /**
   * Steps that no longer exist: a run whose response arrived later is now a part of the response's step, and a partial
   * response is replaced by the steps of its calls.
   */
  #merged(trace: string, found: ReadonlySet<string>): TailStep[] {
    const spans = this.#traces.get(trace)?.spans;
    return [...this.#steps.values()].filter(
      ({ key, step, trace: of }) => of === trace && !found.has(key) && spans?.has(step.span?.id ?? ''),
    );
  }

  #burstOf(steps: number, now: number): number {
    this.#arrivals = this.#arrivals.filter(({ at }) => now - at < SECOND_MS);
    this.#arrivals.push({ at: now, steps });
    const inSecond = this.#arrivals.reduce((sum, arrival) => sum + arrival.steps, 0);
    if (inSecond <= FAST_STEPS || steps === 0) return 0;
    const number = now - this.#burst.at < SECOND_MS ? this.#burst.number : this.#burst.number + 1;
    this.#burst = { number, at: now };
    return number;
  }

  #dropOldest(): void {
    const many = this.#steps.size - MAX_STEPS;
    if (many <= 0) return;
    for (const key of [...this.#steps.keys()].slice(0, many)) this.#steps.delete(key);
    this.#dropped += many;
    const shown = new Set([...this.#steps.values()].map((step) => step.trace));
    for (const id of [...this.#traces.keys()]) if (!shown.has(id)) this.#traces.delete(id);
  }
}

const newTrace = (): Trace => ({
  title: null,
  spans: new Map(),
  calls: new Map(),
  texts: new Map(),
  callIds: new Map(),
});

function addCall(trace: Trace, { thought, preamble, arguments: given, callId, reasoningRef, ...row }: LiveCall): void {
  const key = `${row.spanId}:${row.index}`;
  const numberOf = (id: string | null) => {
    if (id === null) return null;
    const number = trace.callIds.get(id) ?? trace.callIds.size;
    trace.callIds.set(id, number);
    return number;
  };
  trace.calls.set(key, { ...row, callId: numberOf(callId), reasoningRef: numberOf(reasoningRef) });
  trace.texts.set(key, { thought, preamble, arguments: given });
}

/** Removes the calls of these spans, because a span that is stored again, now with its end, brings its own calls. */
function forgetCalls({ calls, texts }: Trace, spanIds: readonly string[]): void {
  if (spanIds.length === 0) return;
  const isFresh = new Set(spanIds);
  for (const [key, call] of calls) {
    if (!isFresh.has(call.spanId)) continue;
    calls.delete(key);
    texts.delete(key);
  }
}

/**
 * Removes the oldest spans, together with the calls they own, which would otherwise look like runs that no response
 * requested.
 */
function forgetSpans({ spans, calls, texts }: Trace): void {
  for (const id of [...spans.keys()].slice(0, Math.max(0, spans.size - MAX_SPANS))) spans.delete(id);
  for (const [key, call] of calls) {
    if (spans.has(call.ownerId)) continue;
    calls.delete(key);
    texts.delete(key);
  }
}

/**
 * A step is new when its response is, or the execution of one of its calls. A result carried by a later request does
 * not count: the step of that request is new.
 */
function isNews(step: Step, fresh: ReadonlySet<string>): boolean {
  return fresh.has(step.span?.id ?? '') || step.calls.some((call) => fresh.has(call.execution?.spanId ?? ''));
}

function tailStep(id: string, trace: Trace, step: Step): TailStep {
  const texts = trace.texts.get(step.thought.key ?? '');
  const first = step.calls[0];
  const given = first && trace.texts.get(first.key)?.arguments;
  return {
    key: `${id}/${step.key}`,
    trace: id,
    title: trace.title,
    step,
    thought: texts?.thought ?? null,
    said: texts?.preamble ?? null,
    arguments: given ?? null,
    sharesWith: null,
    growing: null,
    burst: 0,
  };
}

function growingSince({ span, start }: Step, { at, quietMs }: LiveTraceNews, clock: number): Growing | null {
  if (quietMs >= QUIET_MS) return null;
  return { began: (span?.start ?? start) + clock - at, until: clock + QUIET_MS - quietMs };
}

function sharedTool({ shares }: Step, toolOf: ReadonlyMap<string, string>): string | null {
  return shares && shares !== 'missing' ? (toolOf.get(shares.key) ?? null) : null;
}

/** Spans of responses are sent when the responses end. */
const endOf = ({ span, start }: Step): number => (span ? lastReported(span) : start);
