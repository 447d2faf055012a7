// What the checks found at one step, and where the values of its arguments came from, with the texts that the reader may
// see cut out of the stored thoughts and arguments now.
import {
  callOrigins,
  stepNotChecked,
  traceEvidence,
  traceFindings,
  type CallKey,
  type EvidenceState,
  type Sql,
  type StepNotChecked,
  type TraceKey,
} from '@subtext/db';
import type { StoredOrigin, StoredOrigins } from '@subtext/evidence';
import { EvidenceTexts } from './evidence-texts.ts';
import { shownFindings, type ShownFinding } from './shown-findings.ts';
import { valueAt } from './value-at.ts';

export interface StepEvidence {
  state: EvidenceState;
  /** Why checks could not look at the step, by check; null: the step was not among those that were checked. */
  notChecked: StepNotChecked | null;
  findings: ShownFinding[];
  /** The step has more findings. */
  hasMore: boolean;
  origins: ShownOrigins[];
  /** The reader may read no texts: no quotes, no values and no origins. */
  isWithheld: boolean;
}

export interface ShownOrigins extends CallKey, Omit<StoredOrigins, 'values'> {
  values: (StoredOrigin & { value: string | null })[];
}

interface StepQuery {
  spanId: string;
  /** Calls whose arguments are shown. */
  calls: readonly CallKey[];
  readsTexts: boolean;
}

const MOST_FINDINGS = 50;
const MOST_QUOTES = 12;
const MOST_VALUES = 100;

export async function stepEvidence(
  sql: Sql,
  key: TraceKey,
  { spanId, calls, readsTexts }: StepQuery,
): Promise<StepEvidence> {
  const [{ state }, notChecked, rows, origins] = await Promise.all([
    traceEvidence(sql, key),
    stepNotChecked(sql, key, spanId),
    traceFindings(sql, key, { spanIds: [spanId], limit: MOST_FINDINGS + 1 }),
    readsTexts ? callOrigins(sql, key, calls) : [],
  ]);
  const texts = new EvidenceTexts(sql, key, MOST_QUOTES);
  const findings = await shownFindings(rows.slice(0, MOST_FINDINGS), readsTexts ? texts : null);
  const shown: ShownOrigins[] = [];
  for (const row of origins) {
    const stored = row.origins as StoredOrigins;
    const args = await texts.arguments({ spanId: row.spanId, index: row.callIndex });
    const values = stored.values.slice(0, MOST_VALUES).map((value) => ({ ...value, value: valueAt(args, value.path) }));
    const omitted = stored.omitted + stored.values.length - values.length;
    shown.push({ ...stored, spanId: row.spanId, index: row.callIndex, values, omitted });
  }
  return {
    ...{ state, notChecked: notChecked ?? null, findings, hasMore: rows.length > MOST_FINDINGS },
    ...{ origins: shown, isWithheld: !readsTexts },
  };
}
