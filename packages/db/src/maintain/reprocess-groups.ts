/**
 * Groups stored spans that must be reprocessed together or not at all (reprocess-decide.ts), because they report the
 * same model call. Pure.
 */
import { responseIdOf } from '../write/duplicates.ts';
import { MAX_DUPLICATES, type StorableSpan } from '@subtext/trace';
import type { StoredRow } from '../write/stored-rows.ts';

/** A stored span, and what it is read as now. */
export interface SpanReadAgain {
  row: StoredRow;
  /** undefined: the span cannot be read from what is stored, and stays as it is. */
  fresh: StorableSpan | undefined;
}

/** The span that counts, its duplicates, and its log records. */
export type Groups = ReadonlyMap<SpanReadAgain, readonly SpanReadAgain[]>;

/** `spans`: all spans of one trace. */
export function groupsOf(spans: readonly SpanReadAgain[]): Groups {
  const rootOf = rootsIn(spans);
  const isCall = ({ row }: SpanReadAgain) => row.span.kind === 'generation';
  const calls = Map.groupBy(spans.filter(isCall), ({ row }) => row.decided.responseId);
  // A record of a cost belongs to all rows of its call, and not to the span during which it was written.
  const callOf = (span: SpanReadAgain) => calls.get(costResponseId(span) ?? '') ?? [];
  const mergedRoots = new Map(
    spans.flatMap((span) => callOf(span).map((row, _, [first]) => [rootOf(row), rootOf(first!)] as const)),
  );
  const groupOf = (span: SpanReadAgain): string => {
    const root = rootOf(callOf(span)[0] ?? span);
    return mergedRoots.get(root) ?? root;
  };
  const groups = [...Map.groupBy(spans, groupOf).values()];
  return new Map(groups.flatMap((group) => group.map((span) => [span, group])));
}

/** Follows duplicates and log records to the span at the end of the chain. */
function rootsIn(spans: readonly SpanReadAgain[]): (span: SpanReadAgain) => string {
  const byId = new Map(spans.map((span) => [span.row.key.spanId, span]));
  return ({ row }) => {
    let id = row.key.spanId;
    for (let step = 0; step < MAX_DUPLICATES; step += 1) {
      const next = byId.get(id)?.row.decided.duplicateOf ?? null;
      if (next === null || next === id) break;
      id = next;
    }
    return id;
  };
}

/** The response id of the call whose cost the log record reports, now or as it was read before. */
function costResponseId({ row: { decided }, fresh }: SpanReadAgain): string | null {
  if (fresh && isCostRecord(fresh)) return responseIdOf(fresh);
  const { lends, responseId } = decided;
  return lends !== null && 'cost' in (JSON.parse(lends) as object) ? responseId : null;
}

export const isCostRecord = ({ logRecordCost }: StorableSpan): boolean => logRecordCost !== undefined;
