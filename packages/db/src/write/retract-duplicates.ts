/**
 * Changes a stored generation into a duplicate of another one (merge-duplicates.ts): its row names the other, its calls
 * become those of the other, and its contribution is subtracted from the sums. Rare: it takes two instrumentations, no
 * response id, and a connecting span that arrives last.
 */
import { difference, NO_TOTALS, type BatchTotals } from '@subtext/trace';
import type { TransactionSql } from '../postgres/connect.ts';
import { asHistory } from './duplicates.ts';
import type { RowChange } from './row-change.ts';
import { rowsFromJson, toJson } from '../postgres/json-rows.ts';
import { ofGivenSpan, SPAN_KEYS } from '../rows/span-keys.ts';
import { storedSpans } from './stored-spans.ts';

const GIVEN = rowsFromJson({ ...SPAN_KEYS, duplicateOf: 'hex' });

const NAME_ORIGINALS = `
  UPDATE spans SET duplicate_of = given.duplicate_of FROM ${GIVEN} AS given
  WHERE ${ofGivenSpan('spans')} AND given.duplicate_of IS NOT NULL`;

/** The SQL version of `asHistory` in duplicates.ts, for stored rows. */
const CALLS_AS_HISTORY = `
  UPDATE tool_calls SET described_by = 'history', reasoning_tokens = NULL, reasoning_tokens_source = NULL, reasoning_cost = NULL
  FROM ${GIVEN} AS given WHERE ${ofGivenSpan('tool_calls')} AND described_by = 'generation' AND call_id IS NOT NULL
    AND type NOT IN ('answer', 'trailing') AND (thought_count > 0 OR reasoning_ref IS NOT NULL)`;

const DROP_TEXTS = `
  DELETE FROM tool_call_texts AS texts USING ${GIVEN} AS given, tool_calls AS calls
  WHERE ${ofGivenSpan('texts')} AND ${ofGivenSpan('calls')} AND calls.call_index = texts.call_index AND calls.described_by = 'generation'`;

const DROP_CALLS = `
  DELETE FROM tool_calls USING ${GIVEN} AS given WHERE ${ofGivenSpan('tool_calls')} AND described_by = 'generation'`;

/** Changes the rows of spans and calls. Resolves to the differences that the caller must add to totals and rollups. */
export async function retractDuplicates(sql: TransactionSql, changes: readonly RowChange[]): Promise<BatchTotals> {
  if (changes.length === 0) return NO_TOTALS;
  const { projectId } = changes[0]!;
  const run = (statement: string, rows: readonly object[]) =>
    sql.unsafe(statement, [toJson(rows), projectId], { prepare: true });
  const before = await storedSpans(sql, changes);
  const silenced = changes.filter(({ isSilenced }) => isSilenced);
  await run(NAME_ORIGINALS, changes);
  if (silenced.length > 0)
    for (const statement of [CALLS_AS_HISTORY, DROP_TEXTS, DROP_CALLS]) await run(statement, silenced);
  const verdicts = new Map(changes.map((change) => [spanKey(change), change]));
  const after = before.map((stored) => {
    const { duplicateOf, isSilenced } = verdicts.get(spanKey({ ...stored, spanId: stored.span.spanId }))!;
    const calls = isSilenced ? stored.calls.flatMap(asHistory) : stored.calls;
    return { ...stored, calls, duplicateOf: duplicateOf ?? stored.duplicateOf };
  });
  return difference(after, before);
}

const spanKey = ({ traceId, spanId }: { traceId: string; spanId: string }): string => `${traceId}/${spanId}`;
