// What the checks found in a trace as a whole, a page of findings at a time.
import { traceEvidence, traceFindings, type Sql, type TraceEvidence, type TraceKey } from '@subtext/db';
import { EvidenceTexts } from './evidence-texts.ts';
import { shownFindings, type ShownFinding } from './shown-findings.ts';

export interface FindingsOfTrace extends TraceEvidence {
  findings: ShownFinding[];
  /** The number after which the next page begins; null on the last one. */
  next: number | null;
  /** The reader may read no texts: no quotes and no values. */
  isWithheld: boolean;
}

interface FindingsQuery {
  after: number;
  limit: number;
  readsTexts: boolean;
}

/** Quotes of one page. */
const MOST_QUOTES = 100;

export async function findingsOfTrace(
  sql: Sql,
  key: TraceKey,
  { after, limit, readsTexts }: FindingsQuery,
): Promise<FindingsOfTrace> {
  const [evidence, rows] = await Promise.all([
    traceEvidence(sql, key),
    traceFindings(sql, key, { spanIds: null, limit: limit + 1, after }),
  ]);
  const page = rows.slice(0, limit);
  const texts = readsTexts ? new EvidenceTexts(sql, key, MOST_QUOTES) : null;
  return {
    ...evidence,
    findings: await shownFindings(page, texts),
    next: rows.length > limit ? page.at(-1)!.number : null,
    isWithheld: !readsTexts,
  };
}
