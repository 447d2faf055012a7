/**
 * Finds generations of a trace that are the same model call, reported by several instrumentations without a common
 * response id. Pure; merge-duplicates.ts uses it under the lock of the trace. Two spans are linked when all of this
 * holds:
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
import { meansModel } from '../rows/model-names.ts';

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
  generation?: ComparedGeneration;
}

export interface ComparedGeneration {
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
export interface DuplicateGroup {
  spanIds: string[];
  calls: number;
  /** The instrumentation that reported every call. */
  scope: string;
}

type GenerationSpan = TraceSpan & { generation: ComparedGeneration };

/** The search for an enclosing generation stops after this many levels. */
const MAX_LEVELS = 64;
/** Each span is compared with at most this many spans that have the same time, parent and figures. */
const MAX_SIBLINGS = 100;
/** Instrumentations read the clock one after the other, and some only in milliseconds. */
const CLOCK_MICROS = 2_000;

/**
 * Returns groups of more than one span. Omits groups that only a common response id connects, because the caller
 * already knows these.
 */
export function findDuplicateGroups(spans: readonly TraceSpan[]): DuplicateGroup[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const generations = spans.filter((span): span is GenerationSpan => span.generation !== undefined);
  const groups = new Groups(generations.map(({ spanId }) => spanId));
  const linked = new Set<string>();
  for (const [one, other] of findLinks(generations, byId)) {
    groups.join(one.spanId, other.spanId);
    linked.add(one.spanId);
  }
  for (const same of byResponse(generations)) for (const { spanId } of same) groups.join(same[0]!.spanId, spanId);
  return groups
    .all()
    .filter((group) => group.some((id) => linked.has(id)))
    .map((group) => ({ spanIds: group, ...countCalls(group.map((id) => byId.get(id) as GenerationSpan)) }));
}

function byResponse(generations: readonly GenerationSpan[]): GenerationSpan[][] {
  const withId = generations.filter(({ generation }) => generation.responseId !== null);
  return [...Map.groupBy(withId, ({ generation }) => generation.responseId).values()];
}

function* findLinks(
  generations: readonly GenerationSpan[],
  byId: ReadonlyMap<string, TraceSpan>,
): Generator<[GenerationSpan, GenerationSpan]> {
  const comparable = generations.filter(({ generation }) => hasFigures(generation));
  for (const inner of comparable)
    for (const outer of enclosingGenerations(inner, byId))
      if (isSame(outer, inner) && beganWithin(outer, inner)) yield [outer, inner];
  const siblings = Map.groupBy(comparable, ({ parentSpanId, generation }) =>
    [parentSpanId, generation.inputTokens, generation.outputTokens].join('/'),
  );
  for (const group of siblings.values()) if (group[0]!.parentSpanId !== null) yield* siblingPairs(group);
}

function hasFigures({ scope, inputTokens, outputTokens }: ComparedGeneration): boolean {
  return scope !== null && inputTokens !== null && outputTokens !== null && inputTokens + outputTokens > 0;
}

/** Yields the enclosing generations, nearest first. */
function* enclosingGenerations(span: GenerationSpan, byId: ReadonlyMap<string, TraceSpan>): Generator<GenerationSpan> {
  let parent = span.parentSpanId;
  for (let level = 0; parent !== null && parent !== span.spanId && level < MAX_LEVELS; level += 1) {
    const found = byId.get(parent);
    if (found?.generation !== undefined && hasFigures(found.generation)) yield found as GenerationSpan;
    parent = found?.parentSpanId ?? null;
  }
}

/**
 * Yields pairs with the same parent and figures where one span contains the other in time. Compares only neighbors in
 * time.
 */
function* siblingPairs(group: readonly GenerationSpan[]): Generator<[GenerationSpan, GenerationSpan]> {
  const sorted = group.toSorted((left, right) => left.generation.startedAt - right.generation.startedAt);
  for (const [index, one] of sorted.entries()) {
    for (const other of sorted.slice(index + 1, index + 1 + MAX_SIBLINGS)) {
      if (other.generation.startedAt > one.generation.endedAt + CLOCK_MICROS) break;
      if ((isWithin(one, other) || isWithin(other, one)) && isSame(one, other)) yield [one, other];
    }
  }
}

/** A streamed response may continue after the enclosing span has ended. */
function beganWithin({ generation: outer }: GenerationSpan, { generation: inner }: GenerationSpan): boolean {
  return inner.startedAt >= outer.startedAt - CLOCK_MICROS && inner.startedAt <= outer.endedAt + CLOCK_MICROS;
}

function isWithin(outer: GenerationSpan, inner: GenerationSpan): boolean {
  return beganWithin(outer, inner) && inner.generation.endedAt <= outer.generation.endedAt + CLOCK_MICROS;
}

function isSame({ generation: one }: GenerationSpan, { generation: other }: GenerationSpan): boolean {
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
function countCalls(group: readonly GenerationSpan[]): { calls: number; scope: string } {
  const responsesByScope = new Map<string, Set<string>>();
  for (const { spanId, generation } of group) {
    const scope = generation.scope ?? '';
    const responses = responsesByScope.get(scope) ?? new Set();
    responsesByScope.set(scope, responses.add(generation.responseId ?? `span:${spanId}`));
  }
  const [[scope, responses]] = [...responsesByScope].toSorted(
    ([left, one], [right, other]) => other.size - one.size || (left < right ? -1 : 1),
  ) as [[string, Set<string>]];
  return { calls: responses.size, scope };
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
    let node = id;
    while (node !== root) {
      const next = this.#parents.get(node)!;
      this.#parents.set(node, root);
      node = next;
    }
    return root;
  }
}
