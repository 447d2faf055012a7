/**
 * Finds generations that another instrumentation also reported, without a common response id. Decides over the whole
 * trace (duplicate-groups.ts), after duplicates.ts and under the same lock. Skips traces that only one instrumentation
 * writes.
 */
import type { TransactionSql } from '../postgres/connect.ts';
import { asHistory, describesCalls, type Decided } from './duplicates.ts';
import { toJson } from '../postgres/json-rows.ts';
import { MAX_SPANS, traceKey, type LockedTrace, type LockedTraces } from './lock-traces.ts';
import type { RowChange } from './row-change.ts';
import {
  areSeveral,
  instrumentationOf,
  findDuplicateGroups,
  type DuplicateGroup,
  type TraceSpan,
  type StorableSpan,
} from '@subtext/trace';
import { FIND_SKELETONS } from './write-statements.ts';

export interface MergedBatch<Span extends StorableSpan> {
  spans: Decided<Span>[];
  /** Changes to rows that were already stored. */
  changes: RowChange[];
}

interface Member extends TraceSpan {
  isStored: boolean;
  /** For a log record: the span that it describes. */
  duplicateOf: string | null;
  hasCalls: boolean;
}
type Members = ReadonlyMap<string, Member>;
type Verdict = Pick<RowChange, 'duplicateOf' | 'isSilenced'> & {
  /** For a new span: its response id is known, but it is an additional call, so it counts. */
  counts?: boolean;
};

/**
 * Finds generations of one trace that are the same model call, and lets one of them count. `unseen`: the spans of the
 * batch as they arrived; `decided`: the same spans in the same order, as duplicates.ts decided them. Resolves to the
 * spans ready to store, and to the changes of stored rows (retract-duplicates.ts applies them).
 */
export async function mergeDuplicates<Span extends StorableSpan>(
  sql: TransactionSql,
  { unseen, decided }: { unseen: readonly Span[]; decided: Decided<Span>[] },
  traces: LockedTraces,
): Promise<MergedBatch<Span>> {
  const original = new Map(decided.map((span, index) => [span, unseen[index]!]));
  const watched = new Map(
    [...Map.groupBy(decided, traceKey)].filter(([key, spans]) => isWatched(traces.get(key)!, spans)),
  );
  if (watched.size === 0) return { spans: decided, changes: [] };
  const stored = await skeletons(sql, [...watched.values()], traces);
  const changes: RowChange[] = [];
  const changed = new Map<Decided<Span>, Decided<Span>>();
  for (const [key, spans] of watched) {
    const members = new Map((stored.get(key) ?? []).map((member) => [member.spanId, member]));
    for (const span of spans) members.set(span.span.spanId, memberOf(span));
    const verdicts = verdictsOn(members);
    for (const span of spans) {
      const verdict = verdicts.get(span.span.spanId);
      const { isBare, hasRecords, reportedCost } = span;
      const counted = { ...original.get(span)!, duplicateOf: null, isBare, hasRecords, reportedCost };
      if (verdict?.counts) changed.set(span, counted);
      else if (verdict) changed.set(span, withVerdict(span, verdict));
    }
    const { projectId, traceId } = spans[0]!;
    const { day } = traces.get(key)!;
    for (const [spanId, { duplicateOf, isSilenced }] of verdicts) {
      const member = members.get(spanId)!;
      const attachedTo = member.generation === undefined ? member.duplicateOf : null;
      if (member.isStored) changes.push({ projectId, traceId, day, spanId, duplicateOf, isSilenced, attachedTo });
    }
  }
  return { spans: decided.map((span) => changed.get(span) ?? span), changes };
}

function isWatched({ instrumentations, spanCount }: LockedTrace, spans: readonly StorableSpan[]): boolean {
  if (spanCount > MAX_SPANS) return false;
  const scopes = new Set(instrumentations);
  for (const { span } of spans) if (span.kind === 'generation' && span.scope !== null) scopes.add(span.scope);
  return areSeveral(scopes);
}

function withVerdict<Span extends StorableSpan>(
  span: Decided<Span>,
  { duplicateOf, isSilenced }: Verdict,
): Decided<Span> {
  const calls = isSilenced ? span.calls.flatMap(asHistory) : span.calls;
  return { ...span, calls, duplicateOf: duplicateOf ?? span.duplicateOf };
}

/** By span id. Spans that do not change have no entry. */
function verdictsOn(members: Members): Map<string, Verdict> {
  const records = Map.groupBy(
    [...members.values()].filter(({ generation }) => generation === undefined),
    ({ duplicateOf }) => duplicateOf,
  );
  const verdicts = new Map<string, Verdict>();
  for (const group of findDuplicateGroups([...members.values()])) {
    for (const { kept, duplicates } of assignDuplicates(group, members)) {
      if (kept.duplicateOf !== null) verdicts.set(kept.spanId, { duplicateOf: null, isSilenced: false, counts: true });
      for (const duplicate of duplicates)
        if (duplicate.duplicateOf !== kept.spanId)
          verdicts.set(duplicate.spanId, { duplicateOf: kept.spanId, isSilenced: false });
      const describers = [kept, ...duplicates].flatMap((one) => [one, ...(records.get(one.spanId) ?? [])]);
      const [, ...silenced] = describers
        .filter(({ hasCalls }) => hasCalls)
        .toSorted((left, right) => Number(right.isStored) - Number(left.isStored));
      for (const { spanId } of silenced)
        verdicts.set(spanId, { duplicateOf: null, ...verdicts.get(spanId), isSilenced: true });
    }
  }
  return verdicts;
}

/**
 * Lets as many spans count as there were calls: first those that already count, then new ones, and among these first
 * those of the instrumentation that reported every call. Assigns each of the others to one of them.
 */
function assignDuplicates(
  { spanIds, calls, scope }: DuplicateGroup,
  members: Members,
): { kept: Member; duplicates: Member[] }[] {
  const group = spanIds.map((id) => members.get(id)!);
  const reportsAll = (member: Member) => member.generation?.scope === scope;
  const rank = (member: Member) =>
    (member.isStored ? 0 : member.duplicateOf === null ? 2 : 4) + (reportsAll(member) ? 0 : 1);
  const assigned = group
    .filter(({ isStored, duplicateOf }) => !isStored || duplicateOf === null)
    .toSorted((left, right) => rank(left) - rank(right))
    .slice(0, calls)
    .map((kept) => ({ kept, duplicates: [] as Member[] }));
  const isKept = new Set(assigned.map(({ kept }) => kept));
  for (const duplicate of group.filter((member) => !isKept.has(member))) {
    const named = assigned.find(({ kept }) => kept.spanId === duplicate.duplicateOf);
    const other = assigned.find(({ kept }) => kept.generation?.scope !== duplicate.generation?.scope);
    (named ?? other ?? assigned[0])?.duplicates.push(duplicate);
  }
  return assigned;
}

function memberOf(stored: Decided<StorableSpan>): Member {
  const { span, calls, attachedTo } = stored;
  const member = {
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    isStored: false,
    duplicateOf: stored.duplicateOf,
    hasCalls: describesCalls(stored),
  };
  if (span.kind !== 'generation' || attachedTo !== undefined) return member;
  const startedAt = micros(span.startedAt);
  const generation = {
    scope: instrumentationOf(span.scope, span.name),
    models: [span.requestModel, span.responseModel],
    responseId: span.responseId,
    inputTokens: span.inputTokens,
    outputTokens: span.outputTokens,
    startedAt,
    endedAt: endOf(startedAt, span.durationNs),
    answer: span.outputPreview,
    callIds: givenIds(
      span.spanId,
      calls.map(({ describedBy, callId }) => (describedBy === 'generation' ? callId : null)),
    ),
  };
  return { ...member, generation };
}

/** Removes ids that were generated from the span id for calls without one, because they contradict nothing. */
const givenIds = (spanId: string, ids: readonly (string | null)[]): string[] =>
  ids.flatMap((id) => (id === null || id.startsWith(`${spanId}-`) ? [] : [id]));

/** A span without an end counts as still running. */
const endOf = (startedAt: number, durationNs: number | bigint | null): number =>
  durationNs === null ? Infinity : startedAt + Number(durationNs) / 1_000;

/** Parses ISO 8601 with microseconds, which Date does not support. */
function micros(iso: string): number {
  return Date.parse(`${iso.slice(0, 19)}Z`) * 1_000 + Number(iso.slice(20, 26));
}

interface SkeletonRow {
  projectId: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  scope: string | null;
  requestModel: string | null;
  responseModel: string | null;
  responseId: string | null;
  inputTokens: bigint | null;
  outputTokens: bigint | null;
  startedAt: number;
  durationNs: bigint | null;
  answer: string | null;
  duplicateOf: string | null;
  isGeneration: boolean;
  /** null = the row describes no calls. */
  callIds: (string | null)[] | null;
}

/** Returns what is stored of the traces, by trace. Traces that the batch creates have no stored rows. */
async function skeletons(
  sql: TransactionSql,
  spansOf: readonly (readonly StorableSpan[])[],
  traces: LockedTraces,
): Promise<Map<string, Member[]>> {
  const earlier = spansOf.flatMap(([first]) => {
    const { projectId, traceId } = first!;
    const { day, isNew } = traces.get(traceKey(first!))!;
    return isNew ? [] : [{ projectId, traceId, day }];
  });
  if (earlier.length === 0) return new Map();
  const rows = await sql.unsafe<SkeletonRow[]>(FIND_SKELETONS, [toJson(earlier), earlier[0]!.projectId], {
    prepare: true,
  });
  const members = new Map<string, Member[]>();
  for (const [key, ofTrace] of Map.groupBy(rows, traceKey)) members.set(key, ofTrace.map(storedMember));
  return members;
}

function storedMember(row: SkeletonRow): Member {
  const { spanId, parentSpanId, duplicateOf, callIds } = row;
  const member = { spanId, parentSpanId, isStored: true, duplicateOf, hasCalls: callIds !== null };
  if (!row.isGeneration) return member;
  const generation = {
    scope: instrumentationOf(row.scope, row.name),
    models: [row.requestModel, row.responseModel],
    responseId: row.responseId,
    inputTokens: row.inputTokens === null ? null : Number(row.inputTokens),
    outputTokens: row.outputTokens === null ? null : Number(row.outputTokens),
    startedAt: row.startedAt,
    endedAt: endOf(row.startedAt, row.durationNs),
    answer: row.answer,
    callIds: givenIds(spanId, callIds ?? []),
  };
  return { ...member, generation };
}
