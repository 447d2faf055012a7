/**
 * Which generations of a trace are one call of a model that several instrumentations saw, where no response id says so. Pure; join-twins.ts
 * asks it under the lock of the trace. Two spans are linked when all of this holds:
 *
 *   other instrumentation   each names its scope, and they differ: what one of them saw twice are two calls (retries, parallel askers);
 *                           Google ADK's is two, since it tells each call in a span of its flow and in one of its client
 *   around or beside        one is above the other in the tree, or both have one parent; in time one lies within the other
 *   the same figures        input and output tokens, both known and equal, and a model in common
 *   nothing against it      not two response ids, two answers, or calls that have no id in common
 *
 * Of spans that are linked, directly or by others, the instrumentation that saw most of them says how many calls there were. That figure is
 * the same for any order of arrival, and a span that comes later can only make it smaller than the sum was before, never larger by more than
 * itself: so whoever counted may have to step back, and nobody who stepped back has to come forward.
 */
import { meansModel } from './model-names.ts';

/** The scope of Google ADK. From 1.24 on there is a `generate_content …` in each `call_llm`, with the same figures. */
const ADK = 'gcp.vertex.agent';

/** Whose view of a call a span is: by the span alone, so that the order of arrival makes no difference. */
export function instrumentationOf(scope: string | null, name: string): string | null {
  return scope === ADK && name.startsWith('generate_content') ? `${ADK}/generate_content` : scope;
}

/** Whether generations of these scopes may be of more than one instrumentation. */
export const areSeveral = (scopes: ReadonlySet<string>): boolean => scopes.size > 1 || scopes.has(ADK);

/** A span of a trace, stored or about to be. */
export interface TraceSpan {
  spanId: string;
  parentSpanId: string | null;
  /** Only of generations. */
  generation?: SeenGeneration;
}

export interface SeenGeneration {
  /** As `instrumentationOf` tells it. */
  scope: string | null;
  /** As asked for, and as answered. */
  models: readonly (string | null)[];
  responseId: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Microseconds of one clock. */
  startedAt: number;
  endedAt: number;
  answer: string | null;
  /** Those that a provider gave. */
  callIds: readonly string[];
}

/** Spans that are one call of a model, or several that cannot be told apart: `calls` says how many. */
export interface SeenTwice {
  spanIds: string[];
  calls: number;
  /** That saw each of them. */
  scope: string;
}

type Twin = TraceSpan & { generation: SeenGeneration };

/** Further up nobody looks for the span around a span. */
const MOST_LEVELS = 64;
/** Spans at the same time with the same parent and figures that one is compared with. */
const MOST_BESIDE = 100;
/** Instrumentations read the clock one after the other, some of them in milliseconds. */
const CLOCK_MICROS = 2_000;

/** Groups of more than one span; those that only a response id holds together are left out, since whoever asks knows them already. */
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

/** The generations above, nearest first. */
function* above(span: Twin, byId: ReadonlyMap<string, TraceSpan>): Generator<Twin> {
  let parent = span.parentSpanId;
  for (let level = 0; parent !== null && parent !== span.spanId && level < MOST_LEVELS; level += 1) {
    const found = byId.get(parent);
    if (found?.generation !== undefined && hasFigures(found.generation)) yield found as Twin;
    parent = found?.parentSpanId ?? null;
  }
}

/** Of spans with the same parent and figures, those of which one lies within the other: only among neighbours in time. */
function* besideIn(group: readonly Twin[]): Generator<[Twin, Twin]> {
  const sorted = group.toSorted((left, right) => left.generation.startedAt - right.generation.startedAt);
  for (const [index, one] of sorted.entries()) {
    for (const other of sorted.slice(index + 1, index + 1 + MOST_BESIDE)) {
      if (other.generation.startedAt > one.generation.endedAt + CLOCK_MICROS) break;
      if ((liesWithin(one, other) || liesWithin(other, one)) && isSame(one, other)) yield [one, other];
    }
  }
}

/** What is read as a stream may go on after the span around it has ended. */
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

/** What one of them does not say speaks for nothing and against nothing. */
const agree = (one: string | null, other: string | null): boolean => one === null || other === null || one === other;

/** `openai/gpt-5.2` and `gpt-5.2-2026-01-15` are `gpt-5.2`. */
function isSameModel(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  const [left, right] = [bareModel(one), bareModel(other)];
  return meansModel(left, right) || meansModel(right, left);
}

const bareModel = (model: string): string => model.slice(model.lastIndexOf('/') + 1).toLowerCase();

/** What shares a response id is one call, however often it was seen. */
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

/** Disjoint sets that can only be joined. */
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
    // Whoever asks again finds it at once.
    let place = id;
    while (place !== root) {
      const next = this.#parents.get(place)!;
      this.#parents.set(place, root);
      place = next;
    }
    return root;
  }
}
