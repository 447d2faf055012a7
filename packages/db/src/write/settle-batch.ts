/**
 * Settles the spans of a batch together with the stored spans that they relate to (packages/trace): which rows are new,
 * and which stored rows change. Step of write-batch.ts, under the lock of the traces. A batch that relates to nothing
 * stored reads no row.
 */
import { decide, isGeneration, outlineOf, reportedOf, rowsOf, versionOf } from '@subtext/trace';
import type {
  Decision,
  Decisions,
  EarlierDecisions,
  ModelCall,
  Outline,
  SettledSpan,
  StorableSpan,
  UsageSource,
} from '@subtext/trace';
import type { TransactionSql } from '../postgres/connect.ts';
import type { TracePartitionKey } from '../rows/span-keys.ts';
import { MAX_SPANS, traceKey, type LockedTrace, type LockedTraces } from './lock-traces.ts';
import { storedOutlines, type Arrivals, type StoredOutline, type StoredOutlines } from './outlines.ts';
import type { RowChange } from './store-changes.ts';
import { storedSpans, type StoredRow } from './stored-rows.ts';

export type Priced = StorableSpan & { priceId: string | null };

export interface SettledBatch {
  /** Rows of spans that were not stored yet, or not in this version. */
  fresh: SettledSpan<Priced>[];
  /** Rows that newer versions of their spans replace. */
  replaced: StoredRow[];
  /** Stored rows, before and after. Some may not differ. */
  changes: RowChange[];
}

/** `spans`: of one project, each span once. */
export async function settleBatch(
  sql: TransactionSql,
  spans: readonly Priced[],
  traces: LockedTraces,
): Promise<SettledBatch> {
  const arriving = [...Map.groupBy(spans, traceKey)].map(([key, ofTrace]) => arrivalsOf(ofTrace, traces.get(key)!));
  const stored = await storedOutlines(sql, arriving);
  const decided = arriving.flatMap((one) => decideTrace(one, stored.get(one.key.traceId) ?? NEW_TRACE) ?? []);
  const rows = await storedSpans(
    sql,
    decided.flatMap(({ needed, key }) => needed.map((spanId) => ({ ...key, spanId }))),
  );
  const rowsOfTrace = Map.groupBy(rows, ({ traceId }) => traceId);
  const settled = decided.map((trace) => settleTrace(trace, rowsOfTrace.get(trace.key.traceId) ?? []));
  return {
    fresh: settled.flatMap(({ fresh }) => fresh),
    replaced: settled.flatMap(({ replaced }) => replaced),
    changes: settled.flatMap(({ changes }) => changes),
  };
}

type Arriving = Arrivals & { spans: readonly Priced[] };

function arrivalsOf(spans: readonly Priced[], trace: LockedTrace): Arriving {
  const { projectId, traceId } = spans[0]!;
  return { key: { projectId, traceId, day: trace.day }, trace, spans, outlines: spans.map(outlineOf) };
}

interface DecidedTrace {
  key: TracePartitionKey;
  fresh: readonly Priced[];
  decisions: Decisions;
  /** Outlines of the fresh spans and of the stored spans whose rows may change. */
  outlines: readonly Outline[];
  /** Ids of the stored spans whose rows are needed. */
  needed: readonly string[];
}

const NEW_TRACE: StoredOutlines = { spans: [], isWhole: true };

/** undefined: nothing of it is new. */
function decideTrace(
  { key, trace, spans, outlines: all }: Arriving,
  { spans: stored, isWhole }: StoredOutlines,
): DecidedTrace | undefined {
  const storedOf = new Map(stored.map((outline) => [outline.spanId, outline]));
  const fresh = spans.filter((span) => {
    const known = storedOf.get(span.span.spanId);
    return known === undefined || versionOf(span) > known.version;
  });
  if (fresh.length === 0) return undefined;
  const isFresh = new Set(fresh.map(({ span }) => span.spanId));
  const outlines = all.filter(({ spanId }) => isFresh.has(spanId));
  const replaced = outlines.flatMap(({ spanId }) => storedOf.get(spanId) ?? []);
  const isReplaced = new Set(replaced);
  const others = stored.filter((outline) => !isReplaced.has(outline));
  const decisions = decide([...others, ...outlines], isWhole ? undefined : earlierDecisions(others, trace.spanCount));
  const isTouched = touchedBy([...outlines, ...replaced], others);
  const isChanged = (one: Outline) =>
    isTouched(one) || ('version' in one && isDecidedAnew(one as StoredOutline, decisions.of(one)));
  const shared = decisions.shared.filter((call) => spansOfCall(call).some(isChanged));
  const changed = new Set<Outline>(others.filter(isChanged));
  for (const one of shared.flatMap(spansOfCall)) if (storedOf.get(one.spanId) === one) changed.add(one);
  return {
    key,
    fresh,
    decisions: { ...decisions, shared },
    outlines: [...changed, ...outlines],
    needed: [...changed, ...replaced].map(({ spanId }) => spanId),
  };
}

/** In traces that are too large to compare, nested duplicates stay as they are. Without `spanCount`, they do, too. */
export function earlierDecisions(stored: readonly StoredOutline[], spanCount = Infinity): EarlierDecisions {
  const copies = stored.flatMap(({ spanId, kind, duplicateOf }): [string, string][] =>
    kind === 'generation' && duplicateOf !== null ? [[spanId, duplicateOf]] : [],
  );
  const usageSources = stored.flatMap(({ spanId, usageSource }): [string, UsageSource][] =>
    usageSource === null ? [] : [[spanId, usageSource]],
  );
  return { ...(spanCount > MAX_SPANS && { links: new Map(copies) }), usageSources: new Map(usageSources) };
}

const isDecidedAnew = (outline: StoredOutline, { duplicateOf, isSilenced, usageSource }: Decision): boolean =>
  outline.isSilenced !== isSilenced ||
  outline.usageSource !== usageSource ||
  (outline.attachedTo === null && outline.duplicateOf !== duplicateOf);

const spansOfCall = ({ counted, copies, records }: ModelCall): Outline[] => [
  ...(counted ? [counted] : []),
  ...copies,
  ...records,
];

/**
 * True for spans and log records of a model call that one of `outlines` reports or reported. A record may move from the
 * call with its response id to that of the span that it is attached to, so it touches both.
 */
function touchedBy(outlines: readonly Outline[], others: readonly Outline[]): (outline: Outline) => boolean {
  const touched = new Set(outlines.filter(isOfCall).flatMap(keysOf));
  const isTouched = (outline: Outline) => isOfCall(outline) && keysOf(outline).some((key) => touched.has(key));
  for (const key of others
    .filter(({ isFilling }) => isFilling)
    .filter(isTouched)
    .flatMap(keysOf))
    touched.add(key);
  return isTouched;
}

const isOfCall = (outline: Outline): boolean => outline.isFilling || isGeneration(outline);

function keysOf({ spanId, attachedTo, responseId }: Outline): string[] {
  const keys = [`span ${spanId}`];
  if (attachedTo !== null) keys.push(`span ${attachedTo}`);
  if (responseId !== null) keys.push(`response ${responseId}`);
  return keys;
}

function settleTrace({ fresh, decisions, outlines }: DecidedTrace, stored: readonly StoredRow[]): SettledBatch {
  const storedOf = new Map(stored.map((row) => [row.span.spanId, row]));
  const freshOf = new Map(fresh.map((span) => [span.span.spanId, span]));
  const spanOf = ({ spanId }: Outline): Priced => freshOf.get(spanId) ?? reportedOf(storedOf.get(spanId)!);
  const rows = rowsOf(outlines, { decisions, spanOf });
  return {
    fresh: rows.filter(({ span }) => freshOf.has(span.spanId)),
    replaced: stored.filter(({ span }) => freshOf.has(span.spanId)),
    changes: rows.flatMap((after) =>
      freshOf.has(after.span.spanId) ? [] : [{ before: storedOf.get(after.span.spanId)!, after }],
    ),
  };
}
