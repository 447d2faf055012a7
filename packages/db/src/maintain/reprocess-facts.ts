/** Computes the facts of trace rows, besides their sums, when their spans are reprocessed (reprocess.ts). */
import { totalsOf, type TraceDelta } from '@subtext/trace';
import type { TransactionSql } from '../postgres/connect.ts';
import { rowsFromJson, toJson } from '../postgres/json-rows.ts';
import { differing } from '../write/store-changes.ts';
import type { Change, Resettled } from './reprocess-changes.ts';
import { showsCut } from '@subtext/privacy';
import { asIso } from '../rows/span-keys.ts';
import type { TracePartitionKey } from '../rows/span-keys.ts';
import { selected } from '../write/stored-rows.ts';
import { FRESH_FACTS, TRACE_FACTS, TRACE_KEYS } from '../rows/trace-facts.ts';

export type Values = Readonly<Record<string, unknown>>;

/** The current and the new facts of a trace row. */
export interface TraceFactsChange {
  key: TracePartitionKey;
  facts: Values;
  names: string[];
}

/**
 * Nothing new has arrived, so the trace must not look active: updated_at moves by the smallest unit, which is enough
 * for caches to see a new version. Computed here, because Citus cannot add an interval in an UPDATE.
 */
const CHANGED_AT = asIso(`(traces.updated_at + interval '1 microsecond')`);

const READ_FACTS = `
  SELECT ${selected('traces', { ...TRACE_KEYS, ...TRACE_FACTS })}, ${CHANGED_AT} AS "updatedAt"
  FROM traces JOIN ${rowsFromJson(TRACE_KEYS)} AS given USING (project_id, trace_id) WHERE traces.project_id = $2`;
const MAKE_FACTS = `SELECT ${selected('fresh', { ...TRACE_KEYS, ...TRACE_FACTS })} FROM ${FRESH_FACTS} AS fresh`;

/** Facts that rows of spans contain. The others are only in payloads. */
const OF_ROWS: ReadonlySet<string> = new Set(['startedAt', 'models', 'agents', 'efforts', 'instrumentations']);

/**
 * Returns the new facts of every trace row. When a span cannot be read, facts that only payloads contain stay as they
 * are.
 */
export async function factsOf(sql: TransactionSql, settled: readonly Resettled[]): Promise<TraceFactsChange[]> {
  const projectId = settled[0]?.row.key.projectId;
  if (projectId === undefined) return [];
  const deltas = toJson(totalsOf(settled.map(({ after }) => after)).traces);
  const stored = await sql.unsafe<(Values & TraceDelta)[]>(READ_FACTS, [deltas, projectId], { prepare: true });
  const made = await sql.unsafe<(Values & TraceDelta)[]>(MAKE_FACTS, [deltas], { prepare: true });
  const freshOf = new Map(made.map((row) => [row.traceId, row]));
  const unread = new Set(settled.filter(({ isRead }) => !isRead).map(({ row }) => row.key.traceId));
  const keys = new Map(settled.map(({ row: { key } }) => [key.traceId, key]));
  return stored.map((before) => {
    const reported = Object.entries(freshOf.get(before.traceId)!);
    const isHeld = (property: string) => property.startsWith('asked') && showsCut(before.asked as string | null);
    const isRead = (property: string) => (OF_ROWS.has(property) || !unread.has(before.traceId)) && !isHeld(property);
    const facts: Values = { ...before, ...Object.fromEntries(reported.filter(([property]) => isRead(property))) };
    const names = differing(TRACE_FACTS, comparable(before), comparable(facts)).map((column) => `traces.${column}`);
    return { key: keys.get(before.traceId)!, facts, names };
  });
}

const comparable = (facts: Values): Values =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : value]),
  );

export function tracesToChange(facts: readonly TraceFactsChange[], changes: readonly Change[]): TraceFactsChange[] {
  const changed = new Set(changes.map(({ before }) => before.key.traceId));
  return facts.filter(({ key, names }) => names.length > 0 || changed.has(key.traceId));
}
