/**
 * Finds generations of a trace that are the same model call, reported by several instrumentations without a common
 * response id. Pure; model-calls.ts decides which of them count. Two spans are linked when all of this holds:
 *
 *   other instrumentation   both name their scopes, and these differ, because two spans of the same instrumentation
 *                           are two calls (retries, parallel calls); Google ADK counts as two instrumentations,
 *                           since it reports each call in a span of its flow and in one of its client
 *   nested or beside        one is an ancestor of the other, or both have the same parent, or one hangs below an
 *                           ancestor of the other with nothing of another instrumentation in between, as when not
 *                           every span of a framework is active, or they are in two trees of which one has an id of
 *                           the other, as when traces were joined (join/joined-traces.ts)
 *   at the same time        one contains the other; in two trees it is enough that they overlap
 *   the same figures        input and output tokens are reported and equal, and a model name is common to both; an
 *                           output that is a share of a sum may differ, when both run inside the same tool call or
 *                           inside none
 *   no contradiction        no different response ids, no different outputs, no calls without a common id
 *
 * Among spans that are linked directly or through others, the instrumentation with the most spans gives the number of
 * calls.
 */
import { meansModel } from '../rows/model-names.ts';
import { isDistinctive } from './distinctive-id.ts';
import { Links } from './links.ts';
import { byStart, isGeneration, type Outline } from './outline.ts';

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

/** Spans that are one model call, or several calls that cannot be distinguished: `calls` is their number. */
export interface DuplicateGroup {
  spanIds: string[];
  calls: number;
  /** The instrumentation that reported every call. */
  scope: string;
  /** For each span of the group, those that it was found to be the same call as. */
  links: ReadonlyMap<string, ReadonlySet<string>>;
}

type Generation = Outline & { instrumentation: string | null };

/** The search for an enclosing generation stops after this many levels. */
const MAX_LEVELS = 64;
/** Each span is compared with at most this many spans that have the same time and figures. */
const MAX_AT_ONCE = 100;
/**
 * Instrumentations read the clock one after the other, some only in milliseconds, and some read a monotonic clock that
 * they set once: it drifts from the others by some 7 ms.
 */
const CLOCK_MICROS = 10_000;

/**
 * Returns groups of more than one span. Omits groups that only a common response id connects, because the caller
 * already knows these.
 */
export function findDuplicateGroups(spans: readonly Outline[]): DuplicateGroup[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const generations = spans
    .filter(isGeneration)
    .toSorted(byStart)
    .map((span): Generation => ({ ...span, instrumentation: instrumentationOf(span.scope, span.name) }));
  const generationOf = new Map(generations.map((span) => [span.spanId, span]));
  const links = new Links();
  for (const [one, other] of findLinks(generations, { byId, generationOf })) links.add(one.spanId, other.spanId);
  const linked = new Set(links.ids());
  for (const same of byResponse(generations)) for (const { spanId } of same) links.add(same[0]!.spanId, spanId);
  return links.groups(linked).map((spanIds) => {
    const ofGroup = new Map(spanIds.map((id) => [id, links.of(id)]));
    return { spanIds, links: ofGroup, ...countCalls(spanIds.map((id) => generationOf.get(id)!)) };
  });
}

interface Index {
  byId: ReadonlyMap<string, Outline>;
  generationOf: ReadonlyMap<string, Generation>;
}

function byResponse(generations: readonly Generation[]): Generation[][] {
  const withId = generations.filter(({ responseId }) => responseId !== null);
  return [...Map.groupBy(withId, ({ responseId }) => responseId).values()].filter(({ length }) => length > 1);
}

function* findLinks(generations: readonly Generation[], index: Index): Generator<[Generation, Generation]> {
  const comparable = generations.filter(hasFigures);
  const isSame = sameCallIn(index);
  for (const inner of comparable)
    for (const outer of enclosingGenerations(inner, index))
      if (isSame(outer, inner) && beganWithin(outer, inner)) yield [outer, inner];
  const isBeside = besideIn(index);
  for (const group of alikeIn(comparable))
    for (const [one, other] of pairsAtOnce(group)) if (isSame(one, other) && isBeside(one, other)) yield [one, other];
}

/** Generations that may have the same figures. A share of a sum is compared by the input alone. */
function alikeIn(generations: readonly Generation[]): Generation[][] {
  const exact = Map.groupBy(generations, ({ inputTokens, outputTokens }) => `${inputTokens}/${outputTokens}`);
  if (!generations.some(({ isOutputApportioned }) => isOutputApportioned)) return [...exact.values()];
  const byInput = [...Map.groupBy(generations, ({ inputTokens }) => inputTokens).values()];
  return [
    ...exact.values(),
    ...byInput.filter((group) => group.some(({ isOutputApportioned }) => isOutputApportioned)),
  ];
}

/** Whether two generations that are not nested and overlap may report one call, by their positions. */
function besideIn({ byId }: Index): (one: Generation, other: Generation) => boolean {
  const rootOf = memoized((span: Outline) => rootIdOf(span, byId));
  let runs: ReadonlyMap<string, string> | undefined;
  const runOf = (root: string) => (runs ??= runsOfTrees([...byId.values()], rootOf)).get(root);
  const isBelow = (one: Generation, other: Generation) => {
    const above = enclosingOther(one, byId);
    return above !== undefined && isAncestor(above, other, byId);
  };
  return (one, other) => {
    const [root, otherRoot] = [rootOf(one), rootOf(other)];
    if (root !== otherRoot && runOf(root) === runOf(otherRoot)) return true;
    if (!isWithin(one, other) && !isWithin(other, one)) return false;
    const areSiblings = one.parentSpanId !== null && one.parentSpanId === other.parentSpanId;
    return areSiblings || isBelow(one, other) || isBelow(other, one);
  };
}

/**
 * The nearest ancestor of another instrumentation that contains calls: a report of one call contains no other, also
 * when it was active while that call was made.
 */
function enclosingOther(span: Outline, byId: ReadonlyMap<string, Outline>): Outline | undefined {
  return ancestorsOf(span, byId).find((above) => above.scope !== span.scope && !isGeneration(above));
}

const isAncestor = (above: Outline, span: Outline, byId: ReadonlyMap<string, Outline>): boolean =>
  ancestorsOf(span, byId).includes(above);

/** Nearest first. */
function ancestorsOf(span: Outline, byId: ReadonlyMap<string, Outline>): Outline[] {
  const ancestors: Outline[] = [];
  let parent = parentOf(span, byId);
  while (parent !== undefined && parent !== span && ancestors.length < MAX_LEVELS) {
    ancestors.push(parent);
    parent = parentOf(parent, byId);
  }
  return ancestors;
}

const parentOf = ({ parentSpanId }: Outline, byId: ReadonlyMap<string, Outline>): Outline | undefined =>
  parentSpanId === null ? undefined : byId.get(parentSpanId);

/** By the id of their root: trees with the same value have a distinctive id in common, directly or through others. */
function runsOfTrees(spans: readonly Outline[], rootOf: (span: Outline) => string): ReadonlyMap<string, string> {
  const links = new Links();
  const firstWith = new Map<string, string>();
  for (const span of spans) {
    const root = rootOf(span);
    for (const id of [span.responseId, span.toolCallId, ...(span.callIds ?? [])]) {
      if (id === null || !isDistinctive(id)) continue;
      const first = firstWith.get(id) ?? root;
      firstWith.set(id, first);
      links.add(first, root);
    }
  }
  const roots = new Set(spans.map(rootOf));
  return new Map(links.groups(roots).flatMap((group) => group.map((root) => [root, group[0]!] as const)));
}

/** The outermost span that is known, which may be the span itself. */
const rootIdOf = (span: Outline, byId: ReadonlyMap<string, Outline>): string =>
  (ancestorsOf(span, byId).at(-1) ?? span).spanId;

function memoized<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key)!;
  };
}

function hasFigures({ instrumentation, inputTokens, outputTokens }: Generation): boolean {
  return instrumentation !== null && inputTokens !== null && outputTokens !== null && inputTokens + outputTokens > 0;
}

/** The enclosing generations, nearest first. */
const enclosingGenerations = (span: Generation, { byId, generationOf }: Index): Generation[] =>
  ancestorsOf(span, byId)
    .flatMap(({ spanId }) => generationOf.get(spanId) ?? [])
    .filter(hasFigures);

/** Yields pairs that overlap in time. Compares only neighbors in time. */
function* pairsAtOnce(group: readonly Generation[]): Generator<[Generation, Generation]> {
  const sorted = group.toSorted(byStart);
  for (const [index, one] of sorted.entries()) {
    for (const other of sorted.slice(index + 1, index + 1 + MAX_AT_ONCE)) {
      if (other.startedAt > one.endedAt + CLOCK_MICROS) break;
      yield [one, other];
    }
  }
}

/** A streamed response may continue after the enclosing span has ended. */
function beganWithin(outer: Generation, inner: Generation): boolean {
  return inner.startedAt >= outer.startedAt - CLOCK_MICROS && inner.startedAt <= outer.endedAt + CLOCK_MICROS;
}

function isWithin(outer: Generation, inner: Generation): boolean {
  return beganWithin(outer, inner) && inner.endedAt <= outer.endedAt + CLOCK_MICROS;
}

/** True unless two generations report something of themselves that shows that they are two calls. */
function sameCallIn({ byId }: Index): (one: Generation, other: Generation) => boolean {
  const haveSameOutput = (one: Generation, other: Generation) =>
    one.outputTokens === other.outputTokens ||
    ((one.isOutputApportioned || other.isOutputApportioned) && callAround(one, byId) === callAround(other, byId));
  return (one, other) => isAlike(one, other) && haveSameOutput(one, other);
}

/** The id of the tool call that the span runs inside; undefined = of none. */
const callAround = (span: Outline, byId: ReadonlyMap<string, Outline>): string | undefined =>
  ancestorsOf(span, byId).find(({ toolCallId }) => toolCallId !== null)?.toolCallId ?? undefined;

function isAlike(one: Generation, other: Generation): boolean {
  return (
    one.instrumentation !== other.instrumentation &&
    one.inputTokens === other.inputTokens &&
    agree(one.responseId, other.responseId) &&
    agree(one.answer, other.answer) &&
    haveCommonCall(providedIds(one), providedIds(other)) &&
    one.models.some((model) => other.models.some((theirs) => isSameModel(model, theirs)))
  );
}

const haveCommonCall = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === 0 || other.length === 0 || one.some((id) => other.includes(id));

/** Leaves out ids that were generated from the span id for calls without one, because they contradict nothing. */
const providedIds = ({ spanId, callIds }: Outline): string[] =>
  (callIds ?? []).flatMap((id) => (id === null || id.startsWith(`${spanId}-`) ? [] : [id]));

/** A missing value neither confirms nor contradicts. */
const agree = (one: string | null, other: string | null): boolean => one === null || other === null || one === other;

/** `openai/gpt-5.2` and `gpt-5.2-2026-01-15` are the same model as `gpt-5.2`. */
function isSameModel(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  const [left, right] = [bareModel(one), bareModel(other)];
  return meansModel(left, right) || meansModel(right, left);
}

const bareModel = (model: string): string => model.slice(model.lastIndexOf('/') + 1).toLowerCase();

/**
 * Spans with the same response id are one call, however often it was reported. Of instrumentations that reported the
 * same number, the one that describes more of the calls gives the spans that count.
 */
function countCalls(group: readonly Generation[]): Pick<DuplicateGroup, 'calls' | 'scope'> {
  const scopes = [...Map.groupBy(group, ({ instrumentation }) => instrumentation ?? '')].map(([scope, spans]) => ({
    scope,
    calls: new Set(spans.map(({ spanId, responseId }) => responseId ?? `span:${spanId}`)).size,
    described: spans.filter(({ callIds }) => callIds !== null).length,
  }));
  const [{ scope, calls }] = scopes.toSorted(
    (left, right) =>
      right.calls - left.calls || right.described - left.described || (left.scope < right.scope ? -1 : 1),
  ) as [(typeof scopes)[number]];
  return { scope, calls };
}
