/**
 * Decides which spans and log records report one and the same model call, which span counts for it, and which of them
 * describes its calls. Pure, and a function of the set of spans alone: no decision depends on the order of arrival.
 *
 *   same response id                  one call
 *   nested or siblings, same figures  one call, when other instrumentations report it (duplicate-groups.ts)
 *   a log record                      belongs to the call of the span that it is attached to or, when that is no model
 *                                     call, to the call with its response id
 */
import { SDK_SCOPE } from '@subtext/reasoning';
import { areSeveral, findDuplicateGroups, instrumentationOf, type DuplicateGroup } from './duplicate-groups.ts';
import { byStart, hasTokens, isGeneration, type Outline } from './outline.ts';
import { reportsUsage } from './runs.ts';

export interface ModelCall {
  /** The span that counts; null = only log records of the call have arrived. */
  counted: Outline | null;
  /** Other spans that report the call, by start. They are in no sum. */
  copies: readonly Outline[];
  /** Log records of the call, by start. */
  records: readonly Outline[];
  /** The row that describes the calls of the response; null = none does. */
  describer: Outline | null;
}

/** Links that were found when the whole trace was read: duplicate → the span that counted. */
export type KnownLinks = ReadonlyMap<string, string>;

/**
 * All model calls among these spans. `spans`: the whole trace or, with `known`, spans that no other span of the trace
 * shares a response id or a log record with. With `known`, no new nested duplicates are searched.
 */
export function modelCalls(spans: readonly Outline[], known?: KnownLinks): ModelCall[] {
  const generations = spans.filter(isGeneration);
  const records = spans.filter(({ isFilling }) => isFilling);
  const calls = groupsOf(spans, generations, known).flatMap(callsOf);
  if (records.length === 0) return calls.map((call) => ({ ...call, records: [], describer: describerOf(call, []) }));
  const recordsOf = assignRecords(records, calls);
  const described = calls.map((call) => {
    const own = (recordsOf.get(call) ?? []).toSorted(byStart);
    return { ...call, records: own, describer: describerOf(call, own) };
  });
  return [...described, ...withoutSpan(recordsOf.get(undefined) ?? [])];
}

type CountedCall = Pick<ModelCall, 'copies'> & { counted: Outline };

interface SpanGroup {
  members: readonly Outline[];
  /** Found by comparing spans, and not by response id alone. */
  duplicates: DuplicateGroup | null;
}

function groupsOf(spans: readonly Outline[], generations: readonly Outline[], known?: KnownLinks): SpanGroup[] {
  const byId = new Map(generations.map((span) => [span.spanId, span]));
  const found = known ? [] : findNested(spans, generations);
  const nested = found.map((group) => ({ members: group.spanIds.map((id) => byId.get(id)!), duplicates: group }));
  const isNested = new Set(found.flatMap(({ spanIds }) => spanIds));
  const rest = generations.filter(({ spanId }) => !isNested.has(spanId));
  const groups = Map.groupBy(rest, (span) => keyOf(span, byId, known)).values();
  return [...nested, ...[...groups].map((members) => ({ members, duplicates: null }))];
}

function findNested(spans: readonly Outline[], generations: readonly Outline[]): DuplicateGroup[] {
  const scopes = new Set(generations.flatMap(({ scope }) => scope ?? []));
  return areSeveral(scopes) ? findDuplicateGroups(spans) : [];
}

function keyOf(span: Outline, byId: ReadonlyMap<string, Outline>, known?: KnownLinks): string {
  const linked = known?.get(span.spanId);
  const { responseId, spanId } = (linked === undefined ? undefined : byId.get(linked)) ?? span;
  return responseId === null ? `span ${spanId}` : `response ${responseId}`;
}

/** Usually one. Several when calls with the same figures run at the same time, and their spans have no ids. */
function callsOf({ members, duplicates }: SpanGroup): CountedCall[] {
  if (members.length === 1) return [{ counted: members[0]!, copies: [] }];
  const ranked = members.toSorted(byRank);
  const counted = duplicates === null || duplicates.calls === 1 ? [ranked[0]!] : countedOf(ranked, duplicates);
  const copiesOf = new Map(counted.map((one) => [one, [] as Outline[]]));
  for (const copy of members.toSorted(byStart))
    if (!copiesOf.has(copy)) copiesOf.get(nearest(copy, counted, duplicates))!.push(copy);
  return counted.map((one) => ({ counted: one, copies: copiesOf.get(one)! }));
}

/**
 * First a span with usage, because a span whose response was interrupted or still runs has none; then one of our SDK;
 * then one with thoughts or at least with calls, because its row knows what its thinking was; then the earliest.
 */
function byRank(left: Outline, right: Outline): number {
  return (
    Number(reportsUsage(right)) - Number(reportsUsage(left)) ||
    Number(hasTokens(right)) - Number(hasTokens(left)) ||
    Number(right.scope === SDK_SCOPE) - Number(left.scope === SDK_SCOPE) ||
    Number(right.hasThoughts) - Number(left.hasThoughts) ||
    Number(right.callIds !== null) - Number(left.callIds !== null) ||
    byStart(left, right)
  );
}

/** One span for each response of the instrumentation that reported every call. */
function countedOf(ranked: readonly Outline[], { scope }: DuplicateGroup): Outline[] {
  const ofScope = ranked.filter((span) => (instrumentationOf(span.scope, span.name) ?? '') === scope);
  const responses = Map.groupBy(ofScope, ({ responseId, spanId }) => responseId ?? `span ${spanId}`);
  return [...responses.values()].map(([best]) => best!);
}

/** Follows the links of the group from the copy, breadth first, to a span that counts. */
function nearest(copy: Outline, counted: readonly Outline[], duplicates: DuplicateGroup | null): Outline {
  if (duplicates === null || counted.length === 1) return counted[0]!;
  const isCounted = new Map(counted.map((one) => [one.spanId, one]));
  const queue = [copy.spanId];
  const seen = new Set(queue);
  // The array grows during the loop.
  for (const id of queue) {
    const found = isCounted.get(id);
    if (found) return found;
    for (const next of [...(duplicates.links.get(id) ?? [])].sort()) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return counted[0]!;
}

/** Under `undefined`: the records of calls of which no span has arrived. */
function assignRecords(
  records: readonly Outline[],
  calls: readonly CountedCall[],
): Map<CountedCall | undefined, Outline[]> {
  const ofSpan = new Map<string, CountedCall>();
  const ofResponse = new Map<string, CountedCall>();
  for (const call of calls) {
    for (const { spanId, responseId } of [call.counted, ...call.copies]) {
      ofSpan.set(spanId, call);
      if (responseId !== null && !ofResponse.has(responseId)) ofResponse.set(responseId, call);
    }
  }
  return Map.groupBy(records, ({ attachedTo, responseId, isCostRecord }) => {
    const attached = isCostRecord ? undefined : ofSpan.get(attachedTo!);
    return attached ?? (responseId === null ? undefined : ofResponse.get(responseId));
  });
}

/** Records with the same response id describe the same call; those without one, when they are of the same span. */
function withoutSpan(records: readonly Outline[]): ModelCall[] {
  const keyOfRecord = ({ isCostRecord, spanId, responseId, attachedTo }: Outline) =>
    isCostRecord ? `cost ${spanId}` : responseId === null ? `span ${attachedTo}` : `response ${responseId}`;
  return [...Map.groupBy(records, keyOfRecord).values()].map((ofCall) => {
    const own = ofCall.toSorted(byStart);
    return { counted: null, copies: [], records: own, describer: own.find(describes) ?? null };
  });
}

const describes = ({ callIds }: Outline): boolean => callIds !== null;

/** A span before a log record, because a span has the figures of its calls, too. */
function describerOf({ counted, copies }: CountedCall, records: readonly Outline[]): Outline | null {
  return [counted, ...copies, ...records].find(describes) ?? null;
}
