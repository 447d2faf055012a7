/**
 * Finds generations of a trace that are the same model call, reported by several instrumentations without a common
 * response id. Pure; join-twins.ts uses it under the lock of the trace. Two spans are linked when all of this holds:
 *
 *   other instrumentation   both name their scopes, and these differ, because two spans of the same instrumentation
 *                           are two calls (retries, parallel calls); Google ADK counts as two instrumentations,
 *                           since it reports each call in a span of its flow and in one of its client
 *   nested or siblings      one is an ancestor of the other, or both have the same parent; in time one contains the
 *                           other
 *   the same figures        input and output tokens are reported and equal, and a model name is common to both
 *   no contradiction        no different response ids, no different outputs, no calls without a common id
 *
 * Among spans that are linked directly or through others, the instrumentation with the most spans gives the number of
 * calls. That number does not depend on the order of arrival. A later span can lower the number of spans that count, or
 * raise it by at most itself. So a span that counted may become a duplicate, but a duplicate never has to count again.
 */
import { meansModel } from './model-names.ts';

/** The scope of Google ADK. From 1.24 on, each `call_llm` contains a `generate_content …` with the same figures. */
const ADK = 'gcp.vertex.agent';

/**
 * The instrumentation that reported a span. Depends on the span alone, so that the order of arrival makes no
 * difference.
 */
export function instrumentationOf(scope: string | null, name: string): string | null {
  return scope === ADK && name.startsWith('generate_content') ? `${ADK}/generate_content` : scope;
}

/** True when generations with these scopes may come from more than one instrumentation. */
export const areSeveral = (scopes: ReadonlySet<string>): boolean => scopes.size > 1 || scopes.has(ADK);

/** A span of a trace, stored or about to be. */
export interface TraceSpan {
  spanId: string;
  parentSpanId: string | null;
  /** Set for generations only. */
  generation?: SeenGeneration;
}

export interface SeenGeneration {
  /** The result of `instrumentationOf`. */
  scope: string | null;
  /** The requested and the reported model. */
  models: readonly (string | null)[];
  responseId: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Microseconds, all from the same clock. */
  startedAt: number;
  endedAt: number;
  answer: string | null;
  /** Only ids that a provider issued. */
  callIds: readonly string[];
}

/** Spans that are one model call, or several calls that cannot be distinguished: `calls` is their number. */
export interface SeenTwice {
  spanIds: string[];
  calls: number;
  /** The instrumentation that reported every call. */
  scope: string;
}

type Twin = TraceSpan & { generation: SeenGeneration };

/** The search for an enclosing generation stops after this many levels. */
const MOST_LEVELS = 64;
/** Each span is compared with at most this many spans that have the same time, parent and figures. */
const MOST_BESIDE = 100;
/** Instrumentations read the clock one after the other, and some only in milliseconds. */
const CLOCK_MICROS = 2_000;

/**
 * Returns groups of more than one span. Omits groups that only a common response id connects, because the caller
 * already knows these.
 */
export function seenTwice(spans: readonly TraceSpan[]): SeenTwice[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const generations = spans.filter((span): span is Twin => span.generation !== undefined);
  const groups = new Groups(generations.map(({ spanId }) => spanId));
  const linked = new Set<string>();
  for (const [one, other] of linksOf(generations, byId)) {
    groups.join(one.spanId, other.spanId);
    linked.add(one.spanId);
  }
  for (const same of byResponse(generations)) for (const { spanId } of same) groups.join(same[0]!.spanId, spanId);
  return groups
    .all()
    .filter((group) => group.some((id) => linked.has(id)))
    .map((group) => ({ spanIds: group, ...mostSeen(group.map((id) => byId.get(id) as Twin)) }));
}

function byResponse(generations: readonly Twin[]): Twin[][] {
  const withId = generations.filter(({ generation }) => generation.responseId !== null);
  return [...Map.groupBy(withId, ({ generation }) => generation.responseId).values()];
}

function* linksOf(generations: readonly Twin[], byId: ReadonlyMap<string, TraceSpan>): Generator<[Twin, Twin]> {
  const comparable = generations.filter(({ generation }) => hasFigures(generation));
  for (const inner of comparable)
    for (const outer of above(inner, byId)) if (isSame(outer, inner) && beganWithin(outer, inner)) yield [outer, inner];
  const siblings = Map.groupBy(comparable, ({ parentSpanId, generation }) =>
    [parentSpanId, generation.inputTokens, generation.outputTokens].join('/'),
  );
  for (const group of siblings.values()) if (group[0]!.parentSpanId !== null) yield* besideIn(group);
}

function hasFigures({ scope, inputTokens, outputTokens }: SeenGeneration): boolean {
  return scope !== null && inputTokens !== null && outputTokens !== null && inputTokens + outputTokens > 0;
}

/** Yields the enclosing generations, nearest first. */
function* above(span: Twin, byId: ReadonlyMap<string, TraceSpan>): Generator<Twin> {
  let parent = span.parentSpanId;
  for (let level = 0; parent !== null && parent !== span.spanId && level < MOST_LEVELS; level += 1) {
    const found = byId.get(parent);
    if (found?.generation !== undefined && hasFigures(found.generation)) yield found as Twin;
    parent = found?.parentSpanId ?? null;
  }
}

/**
 * Yields pairs with the same parent and figures where one span contains the other in time. Compares only neighbors in
 * time.
 */
function* besideIn(group: readonly Twin[]): Generator<[Twin, Twin]> {
  const sorted = group.toSorted((left, right) => left.generation.startedAt - right.generation.startedAt);
  for (const [index, one] of sorted.entries()) {
    for (const other of sorted.slice(index + 1, index + 1 + MOST_BESIDE)) {
      if (other.generation.startedAt > one.generation.endedAt + CLOCK_MICROS) break;
      if ((liesWithin(one, other) || liesWithin(other, one)) && isSame(one, other)) yield [one, other];
    }
  }
}

/** A streamed response may continue after the enclosing span has ended. */
function beganWithin({ generation: outer }: Twin, { generation: inner }: Twin): boolean {
  return inner.startedAt >= outer.startedAt - CLOCK_MICROS && inner.startedAt <= outer.endedAt + CLOCK_MICROS;
}

function liesWithin(outer: Twin, inner: Twin): boolean {
  return beganWithin(outer, inner) && inner.generation.endedAt <= outer.generation.endedAt + CLOCK_MICROS;
}

function isSame({ generation: one }: Twin, { generation: other }: Twin): boolean {
  return (
    one.scope !== other.scope &&
    one.inputTokens === other.inputTokens &&
    one.outputTokens === other.outputTokens &&
    agree(one.responseId, other.responseId) &&
    agree(one.answer, other.answer) &&
    (one.callIds.length === 0 || other.callIds.length === 0 || one.callIds.some((id) => other.callIds.includes(id))) &&
    one.models.some((model) => other.models.some((theirs) => isSameModel(model, theirs)))
  );
}

/** A missing value neither confirms nor contradicts. */
const agree = (one: string | null, other: string | null): boolean => one === null || other === null || one === other;

/** `openai/gpt-5.2` and `gpt-5.2-2026-01-15` are the same model as `gpt-5.2`. */
function isSameModel(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  const [left, right] = [bareModel(one), bareModel(other)];
  return meansModel(left, right) || meansModel(right, left);
}

const bareModel = (model: string): string => model.slice(model.lastIndexOf('/') + 1).toLowerCase();

/** Spans with the same response id are one call, however often it was reported. */
function mostSeen(group: readonly Twin[]): { calls: number; scope: string } {
  const seenBy = new Map<string, Set<string>>();
  for (const { spanId, generation } of group) {
    const scope = generation.scope ?? '';
    const seen = seenBy.get(scope) ?? new Set();
    seenBy.set(scope, seen.add(generation.responseId ?? `span:${spanId}`));
  }
  const [[scope, seen]] = [...seenBy].toSorted(
    ([left, one], [right, other]) => other.size - one.size || (left < right ? -1 : 1),
  ) as [[string, Set<string>]];
  return { calls: seen.size, scope };
}

/** A union-find structure: sets can only be joined. */
class Groups {
  readonly #parents: Map<string, string>;

  constructor(ids: readonly string[]) {
    this.#parents = new Map(ids.map((id) => [id, id]));
  }

  join(one: string, other: string): void {
    this.#parents.set(this.#rootOf(one), this.#rootOf(other));
  }

  all(): string[][] {
    return [...Map.groupBy(this.#parents.keys(), (id) => this.#rootOf(id)).values()];
  }

  #rootOf(id: string): string {
    let root = id;
    while (this.#parents.get(root) !== root) root = this.#parents.get(root)!;
    // Path compression, so that the next lookup is immediate.
    let place = id;
    while (place !== root) {
      const next = this.#parents.get(place)!;
      this.#parents.set(place, root);
      place = next;
    }
    return root;
  }
}
