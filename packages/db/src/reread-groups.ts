/** Which stored spans have to be read again together, if at all (reread-decide.ts): they tell of one call of a model. Pure. */
import { responseIdOf } from './duplicates.ts';
import { MOST_COPIES } from './run-figures.ts';
import type { StorableSpan } from './span-record.ts';
import type { StoredRow } from './stored-rows.ts';

/** A stored span beside what it reads as now. */
export interface ReadAgain {
  row: StoredRow;
  /** undefined: it cannot be read from what is stored, and stays as it is. */
  fresh: StorableSpan | undefined;
}

/** The span that counts, its copies, and log records. */
export type Groups = ReadonlyMap<ReadAgain, readonly ReadAgain[]>;

/** `spans`: all of one trace. */
export function groupsOf(spans: readonly ReadAgain[]): Groups {
  const rootOf = rootsIn(spans);
  const isCall = ({ row }: ReadAgain) => row.span.kind === 'generation';
  const calls = Map.groupBy(spans.filter(isCall), ({ row }) => row.decided.responseId);
  // A record of a cost goes with all rows of its call, and not with the span that was open when it was written.
  const callOf = (span: ReadAgain) => calls.get(billedBy(span) ?? '') ?? [];
  const homes = new Map(
    spans.flatMap((span) => callOf(span).map((row, _, [first]) => [rootOf(row), rootOf(first!)] as const)),
  );
  const placeOf = (span: ReadAgain): string => {
    const root = rootOf(callOf(span)[0] ?? span);
    return homes.get(root) ?? root;
  };
  const groups = [...Map.groupBy(spans, placeOf).values()];
  return new Map(groups.flatMap((group) => group.map((span) => [span, group])));
}

/** The span at the end of those that a span is a copy of, or tells of. */
function rootsIn(spans: readonly ReadAgain[]): (span: ReadAgain) => string {
  const byId = new Map(spans.map((span) => [span.row.key.spanId, span]));
  return ({ row }) => {
    let id = row.key.spanId;
    for (let step = 0; step < MOST_COPIES; step += 1) {
      const next = byId.get(id)?.row.decided.duplicateOf ?? null;
      if (next === null || next === id) break;
      id = next;
    }
    return id;
  };
}

/** The response id of the call whose cost the log record tells, or told as it was read before. */
function billedBy({ row: { decided }, fresh }: ReadAgain): string | null {
  if (fresh && tellsCost(fresh)) return responseIdOf(fresh);
  const { lends, responseId } = decided;
  return lends !== null && 'cost' in (JSON.parse(lends) as object) ? responseId : null;
}

export const tellsCost = ({ lendsCost }: StorableSpan): boolean => lendsCost !== undefined;
