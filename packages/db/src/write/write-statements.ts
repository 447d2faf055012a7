/** The SQL statements of a batch, in the order in which write-batch.ts runs them. */
import type { CopyTable } from '../postgres/copy-rows.ts';
import { columnList, columnOf, rowsFromJson, type Columns } from '../postgres/json-rows.ts';
import { SPAN_KEYS } from '../rows/span-keys.ts';
import { mergedFacts, TRACE_FACTS, TRACE_KEYS } from '../rows/trace-facts.ts';

/** Columns that depend on other spans of the trace, or on what a log record reports to them. */
export const SETTLED_COLUMNS = {
  duplicateOf: 'hex',
  priceId: 'bigint',
  describedIn: 'hex',
  inputAt: 'timestamptz',
  logRecord: 'text',
  ownCalls: 'text',
  usageSource: 'text',
} as const satisfies Columns;

/** In nano-dollars. */
export const COST_COLUMNS = {
  inputCost: 'bigint',
  cacheReadCost: 'bigint',
  cacheWriteCost: 'bigint',
  cacheWriteHourCost: 'bigint',
  outputCost: 'bigint',
  reasoningCost: 'bigint',
  readableCost: 'bigint',
  summaryCost: 'bigint',
  noTextCost: 'bigint',
  totalCost: 'bigint',
} as const satisfies Columns;

export const SPAN_COLUMNS = {
  parentSpanId: 'hex',
  kind: 'text',
  name: 'text',
  startedAt: 'timestamptz',
  durationNs: 'bigint',
  status: 'text',
  statusMessage: 'text',
  service: 'text',
  scope: 'text',
  convention: 'text',
  agentName: 'text',
  callId: 'text',
  toolName: 'text',
  provider: 'text',
  requestModel: 'text',
  responseModel: 'text',
  responseId: 'text',
  finishReason: 'text',
  reasoningEffort: 'text',
  streaming: 'boolean',
  ttftMs: 'integer',
  incomplete: 'boolean',
  inputTokens: 'bigint',
  cacheReadTokens: 'bigint',
  cacheWriteTokens: 'bigint',
  cacheWriteHourTokens: 'bigint',
  outputTokens: 'bigint',
  outputSource: 'text',
  reasoningTokens: 'bigint',
  reasoningSource: 'text',
  thinkingState: 'text',
  readableTokens: 'bigint',
  summaryTokens: 'bigint',
  noTextTokens: 'bigint',
  ...COST_COLUMNS,
  costSource: 'text',
  inputPreview: 'text',
  outputPreview: 'text',
  droppedAttributes: 'integer',
  snapshot: 'integer',
} as const satisfies Columns;

export const CALL_INDEX = { callIndex: 'integer' } as const satisfies Columns;

export const CALL_COLUMNS = {
  describedBy: 'text',
  type: 'text',
  callId: 'text',
  toolName: 'text',
  parentCallId: 'text',
  startedAt: 'timestamptz',
  durationNs: 'bigint',
  durationInferred: 'boolean',
  status: 'text',
  incomplete: 'boolean',
  thinkingState: 'text',
  reasoningRef: 'text',
  reasoningTokens: 'bigint',
  reasoningTokensSource: 'text',
  reasoningCost: 'bigint',
  reasoningFormat: 'text',
  reasoningField: 'text',
  thoughtCount: 'integer',
  thoughtCharacters: 'integer',
  thoughtPreview: 'text',
  preamblePreview: 'text',
  argumentsPreview: 'text',
  resultPreview: 'text',
} as const satisfies Columns;

/** Sorted, so that two batches never deadlock. The insert waits for a row that another transaction is creating. */
export const CREATE_TRACES = `
  INSERT INTO traces (project_id, trace_id, day, started_at, ended_at)
  SELECT project_id, trace_id, current_date, started_at, ended_at
  FROM ${rowsFromJson({ ...TRACE_KEYS, startedAt: 'timestamptz', endedAt: 'timestamptz' })} AS given
  ORDER BY project_id, trace_id
  ON CONFLICT (project_id, trace_id) DO NOTHING
  RETURNING project_id AS "projectId", encode(trace_id, 'hex') AS "traceId", day`;

/**
 * Locks in sorted order. The project is also passed as $2, so that a distributed database runs the statement only on
 * the node that holds the project.
 */
export const LOCK_TRACES = `
  SELECT traces.project_id AS "projectId", encode(traces.trace_id, 'hex') AS "traceId", traces.day,
    traces.span_count AS "spanCount", traces.runs_counted AS "runsCounted", traces.instrumentations
  FROM (SELECT * FROM ${rowsFromJson(TRACE_KEYS)} AS unsorted ORDER BY project_id, trace_id) AS given
  CROSS JOIN LATERAL (
    SELECT * FROM traces AS found
    WHERE found.project_id = $2 AND found.trace_id BETWEEN given.trace_id AND given.trace_id
    ORDER BY found.trace_id FOR NO KEY UPDATE
  ) AS traces`;

/**
 * Sent with the first statement of a transaction that writes. Plans are kept, and one that was made while the partition
 * of a new day was empty would read it from end to end when it is full.
 */
export const PLAN_BY_INDEX = 'SET LOCAL enable_seqscan = off';

/** The SET list of an UPDATE that takes its values from JSON rows named `given`. */
export const given = (columns: Columns): string =>
  Object.keys(columns)
    .map((property) => `${columnOf(property)} = given.${columnOf(property)}`)
    .join(', ');

/** Every column of `spans` except its keys. */
export const CHANGED_COLUMNS = { ...SETTLED_COLUMNS, ...SPAN_COLUMNS } as const satisfies Columns;

export const SPANS: CopyTable = { name: 'spans', columns: [SPAN_KEYS, SETTLED_COLUMNS, SPAN_COLUMNS] };
export const CALLS: CopyTable = { name: 'tool_calls', columns: [SPAN_KEYS, CALL_INDEX, CALL_COLUMNS] };
/** Results that are packed are not in this table (packed-results.ts). */
export const TEXTS: CopyTable = {
  name: 'tool_call_texts',
  columns: [SPAN_KEYS, CALL_INDEX, { thoughts: 'text[]', preamble: 'text', arguments: 'text', result: 'text' }],
};
/** `spanId` is the first of `spanIds` (payload-blocks.ts). */
export const PAYLOADS: CopyTable = {
  name: 'payloads',
  columns: [SPAN_KEYS, { spanIds: 'hex[]', bodies: 'bytea', results: 'bytea' }],
};

export const TRACE_SUMS = [
  'spanCount',
  'generationCount',
  'stepCount',
  'callCount',
  'errorCount',
  'openCount',
  'openSnapshots',
  'generationsReporting',
  'generationsUnpriced',
  'runsCounted',
  'generationsInRuns',
  'inputTokens',
  'cacheReadTokens',
  'outputTokens',
  'reasoningTokens',
  'hiddenReasoningTokens',
  'inputCost',
  'answerCost',
  'untoldCost',
  'readableCost',
  'summaryCost',
  'noTextCost',
] as const;

/**
 * Merges facts and adds sums. The rows exist, because the batch locked them. As an INSERT each is found by its key, also
 * when the planner has no statistics of the table.
 */
export const UPDATE_TRACES = `
  INSERT INTO traces (day, ${columnList({ ...TRACE_KEYS, ...TRACE_FACTS, ...sums(TRACE_SUMS) })})
  SELECT current_date, ${columnList({ ...TRACE_KEYS, ...TRACE_FACTS, ...sums(TRACE_SUMS) })}
  FROM ${rowsFromJson({ ...TRACE_KEYS, ...TRACE_FACTS, ...sums(TRACE_SUMS) })} AS given
  ON CONFLICT (project_id, trace_id) DO UPDATE SET
    ${Object.entries(mergedFacts('excluded'))
      .map(([property, merged]) => `${columnOf(property)} = ${merged}`)
      .join(',\n    ')},
    updated_at = now(),
    ${TRACE_SUMS.map((sum) => `${columnOf(sum)} = traces.${columnOf(sum)} + excluded.${columnOf(sum)}`).join(',\n    ')}`;

export const MODEL_KEYS = {
  projectId: 'uuid',
  hour: 'timestamptz',
  provider: 'text',
  model: 'text',
  agentName: 'text',
  reasoningEffort: 'text',
} as const;
const MODEL_SUMS = [
  'generations',
  'generationsReporting',
  'generationsUnpriced',
  'runsCounted',
  'generationsInRuns',
  'taskCalls',
  'errors',
  'inputTokens',
  'cacheReadTokens',
  'outputTokens',
  'reasoningTokens',
  'readableTokens',
  'summaryTokens',
  'noTextTokens',
  'untoldTokens',
  'inputCost',
  'answerCost',
  'untoldCost',
  'readableCost',
  'summaryCost',
  'noTextCost',
] as const;

export const ADD_MODEL_ROLLUPS = addToRollup({
  table: 'model_rollups',
  keys: MODEL_KEYS,
  added: MODEL_SUMS,
  histograms: ['durationHistogram', 'firstTokenHistogram'],
});

export const TOOL_KEYS = { projectId: 'uuid', hour: 'timestamptz', toolName: 'text' } as const;
const TOOL_SUMS = [
  'calls',
  'callsWithTokens',
  'callsEstimated',
  'estimatedTokens',
  'reasoningTokens',
  'reasoningCost',
  'hiddenCost',
] as const;

export const ADD_TOOL_ROLLUPS = addToRollup({
  table: 'tool_rollups',
  keys: TOOL_KEYS,
  added: TOOL_SUMS,
  histograms: ['tokenHistogram', 'durationHistogram', 'inferredHistogram'],
});

interface Rollup {
  table: string;
  keys: Columns;
  added: readonly string[];
  /** Array columns that are added bucket by bucket. */
  histograms: readonly string[];
}

/** Rollup rows are locked after the traces and in sorted order. All batches take their last locks in this order. */
function addToRollup({ table, keys, added, histograms }: Rollup): string {
  const arrays = Object.fromEntries(histograms.map((histogram) => [histogram, 'integer[]' as const]));
  const columns: Columns = { ...keys, ...sums(added), ...arrays };
  const changes = added.map((sum) => `${columnOf(sum)} = ${table}.${columnOf(sum)} + excluded.${columnOf(sum)}`);
  for (const histogram of histograms.map(columnOf)) changes.push(`${histogram} = ${sumOfBuckets(table, histogram)}`);
  return `
  INSERT INTO ${table} (${columnList(columns)})
  SELECT * FROM ${rowsFromJson(columns)} AS given ORDER BY ${columnList(keys)}
  ON CONFLICT (${columnList(keys)}) DO UPDATE SET ${changes.join(', ')}`;
}

/** Most changes add nothing to a histogram: then it is not taken apart. */
function sumOfBuckets(table: string, column: string): string {
  return `CASE WHEN 0 = ALL (excluded.${column}) THEN ${table}.${column} ELSE
    ARRAY(SELECT mine + theirs FROM unnest(${table}.${column}, excluded.${column})
    WITH ORDINALITY AS buckets (mine, theirs, bucket) ORDER BY bucket) END`;
}

/** Sums are passed as bigint; a narrower column converts the value. */
export function sums<Name extends string>(names: readonly Name[]): Record<Name, 'bigint'> {
  return Object.fromEntries(names.map((name) => [name, 'bigint'])) as Record<Name, 'bigint'>;
}
