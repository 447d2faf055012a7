// Traces as a table for calculations, in full precision.
import type { ScoreSummary, TraceChecks, TraceCounts, TraceListRow, TraceScores } from '@subtext/db';
import { costStateOf, reportedPart, totalOf } from '../../lib/figures/cost-parts.ts';
import { dollars, type TableColumn } from '../../lib/files/table.ts';

type Column = TableColumn<Omit<TraceListRow, 'cursor'> & { scores: TraceScores; checks: TraceChecks }>;

const cost = (name: string, of: (row: TraceCounts) => bigint | null): TableColumn<TraceCounts> => [
  `${name}_usd`,
  (row) => {
    const nano = costStateOf(row) === 'amount' ? of(row) : null;
    return nano === null ? null : dollars(nano);
  },
];

/** Only what the scores of a name have. A name may be `__proto__`. */
const scoresByName = ({ scores }: TraceScores) =>
  Object.fromEntries(scores.map((score) => [score.name, scoreRecord(score)]));

const scoreRecord = ({ count, up, down, numbers, categories, moreCategories }: ScoreSummary) => ({
  count,
  ...(up + down > 0 && { up, down }),
  ...numbers,
  ...(categories.length > 0 && { categories }),
  ...(moreCategories > 0 && { more_categories: moreCategories }),
});

/** Only checks with findings. */
const findingsByCheck = ({ found }: TraceChecks) =>
  Object.fromEntries(found.map(({ check, findings, certain }) => [check, { findings, certain }]));

/** The counts of a trace, or of all traces of a session. */
export const COUNT_COLUMNS: readonly TableColumn<TraceCounts>[] = [
  ['errors', (row) => row.errors],
  ['spans_without_end', (row) => row.open],
  ['model_calls', (row) => row.generations],
  ['model_calls_reporting_thinking', (row) => row.generationsReporting],
  ['model_calls_without_price', (row) => row.generationsUnpriced],
  ['thinking_tokens', (row) => (row.generationsReporting === 0 ? null : row.reasoningTokens)],
];

export const TOTAL_COLUMN = cost('total', ({ costs }) => totalOf(costs));

export const TRACE_COLUMNS: readonly Column[] = [
  ['trace_id', (row) => row.id],
  ['started_at', (row) => row.startedAt],
  // Unknown with a span that has no end.
  ['duration_ms', (row) => (row.open > 0 ? null : row.endedAt.getTime() - row.startedAt.getTime())],
  ['name', (row) => row.name],
  ['asked', (row) => row.asked],
  ['models', (row) => row.models.join(' ')],
  ['session', (row) => row.sessionId],
  ['user', (row) => row.userId],
  ['environment', (row) => row.environment],
  ['release', (row) => row.release],
  ['service', (row) => row.service],
  ['tags', (row) => row.tags.join(' ')],
  ['metadata', ({ metadata }) => (metadata.length === 0 ? null : JSON.stringify(Object.fromEntries(metadata)))],
  ['scores', ({ scores }) => (scores.scores.length === 0 ? null : JSON.stringify(scoresByName(scores)))],
  ['checks_state', ({ checks }) => checks.state],
  ['checks_partial', ({ checks }) => checks.partly.join(' ')],
  ['checks', ({ checks }) => (checks.found.length === 0 ? null : JSON.stringify(findingsByCheck(checks)))],
  ['steps', (row) => row.steps],
  ['calls', (row) => row.calls],
  ...COUNT_COLUMNS,
  ['hidden_thinking_tokens', (row) => (row.generationsReporting === 0 ? null : row.hiddenReasoningTokens)],
  TOTAL_COLUMN,
  cost('input', ({ costs }) => costs.input),
  cost('answer', ({ costs }) => costs.answer),
  cost('thinking_readable', (row) => reportedPart(row.costs.readable, row)),
  cost('thinking_summary_only', (row) => reportedPart(row.costs.summary, row)),
  cost('thinking_no_text', (row) => reportedPart(row.costs.noText, row)),
  ['agent_runs_counted', (row) => row.runsCounted],
  ['model_calls_told_by_runs', (row) => row.generationsInRuns],
  cost('thinking_text_unknown', (row) => reportedPart(row.costs.untold, row)),
];
