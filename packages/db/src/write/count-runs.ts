/**
 * Includes the usage of runs in the sums as long as no model call below them reports its own (run-figures.ts). Step of
 * write-batch.ts, under the same lock, after it is decided which calls are duplicates. For rows that are already
 * stored, the usage source is changed, and the sums by the difference. A batch runs no query when none of its runs
 * could count and no run of its traces does. Usually the spans below a run arrive before it, or with it.
 */
import {
  difference,
  NO_TOTALS,
  type BatchTotals,
  isRun,
  reportsUsage,
  usageSources,
  type RunSpan,
  type UsageSource,
  type StorableSpan,
} from '@subtext/trace';
import type { TransactionSql } from '../postgres/connect.ts';
import { rowsFromJson, toJson } from '../postgres/json-rows.ts';
import type { Filled } from './fill-from-log-records.ts';
import { MAX_SPANS, traceKey, type LockedTrace, type LockedTraces } from './lock-traces.ts';
import { ofGivenSpan, SPAN_KEYS } from '../rows/span-keys.ts';
import { firstNames } from '../rows/trace-facts.ts';
import { storedSpans, type SpanKey } from './stored-spans.ts';

interface StoredRunSpan extends RunSpan {
  projectId: string;
  traceId: string;
  model: string | null;
  usageSource: UsageSource | null;
}

/** `reportsUsage` in SQL, for a row of spans. */
const REPORTS_USAGE = 'coalesce(input_tokens + output_tokens > 0, false)';

const FIND_RUNS = `
  SELECT spans.project_id AS "projectId", encode(spans.trace_id, 'hex') AS "traceId", encode(spans.span_id, 'hex') AS "spanId",
    encode(spans.parent_span_id, 'hex') AS "parentSpanId", spans.kind, ${REPORTS_USAGE} AS "reportsUsage",
    encode(spans.duplicate_of, 'hex') AS "duplicateOf", spans.usage_source AS "usageSource",
    coalesce(spans.response_model, spans.request_model) AS model
  FROM spans JOIN ${rowsFromJson({ projectId: 'uuid', traceId: 'hex', day: 'date' })} AS given USING (project_id, day, trace_id)
  WHERE spans.project_id = $2`;

const NAME_SOURCES = `
  UPDATE spans SET usage_source = given.usage_source
  FROM ${rowsFromJson({ ...SPAN_KEYS, usageSource: 'text' })} AS given WHERE ${ofGivenSpan('spans')}`;

/** A run that no longer counts may have been the only span with that model. */
const NAME_MODELS = `
  UPDATE traces SET models = ${firstNames('given.models')}
  FROM ${rowsFromJson({ projectId: 'uuid', traceId: 'hex', models: 'text[]' })} AS given
  WHERE traces.project_id = $2 AND traces.project_id = given.project_id AND traces.trace_id = given.trace_id`;

export type Counted<Span extends StorableSpan> = Filled<Span> & { usageSource?: UsageSource | null };

export interface RunsCounted<Span extends StorableSpan> {
  /** The spans of the batch, ready to store. */
  spans: readonly Counted<Span>[];
  /** Changes to totals and rollups from rows that were already stored. */
  moved: BatchTotals;
}

/** `fresh`: spans of one project, with everything else decided. */
export async function countRuns<Span extends StorableSpan>(
  sql: TransactionSql,
  fresh: readonly Filled<Span>[],
  traces: LockedTraces,
): Promise<RunsCounted<Span>> {
  const watched = watchedTraces(fresh, traces);
  if (watched.size === 0) return { spans: fresh, moved: NO_TOTALS };
  const stored = await storedRunSpans(sql, [...watched.values()], traces);
  const sources = new Map<string, UsageSource>();
  for (const [key, spans] of watched) {
    const decided = usageSources([...(stored.get(key) ?? []), ...spans.map(runSpanOf)]);
    for (const [spanId, source] of decided) sources.set(`${key}/${spanId}`, source);
  }
  const sourceOf = (row: { projectId: string; traceId: string }, spanId: string) =>
    sources.get(`${traceKey(row)}/${spanId}`) ?? null;
  const spans = fresh.map((span) => {
    const usageSource = sourceOf(span, span.span.spanId);
    return usageSource === null ? span : { ...span, usageSource };
  });
  const rows = [...stored.values()].flat().map((row) => ({ row, usageSource: sourceOf(row, row.spanId) }));
  return { spans, moved: await changeStored(sql, rows, traces) };
}

/** The spans of the batch, by trace, in traces where a change cannot be ruled out without a query. */
function watchedTraces<Span extends StorableSpan>(
  fresh: readonly Filled<Span>[],
  traces: LockedTraces,
): Map<string, Filled<Span>[]> {
  const hasReportingRun = fresh.some(({ span }) => isRun(span.kind) && reportsUsage(span));
  if (!hasReportingRun && ![...traces.values()].some(({ runsCounted }) => runsCounted > 0)) return new Map();
  return new Map([...Map.groupBy(fresh, traceKey)].filter(([key, spans]) => isWatched(traces.get(key)!, spans)));
}

/** A span in the batch that prevents a run from counting prevents it in the whole trace, too. */
function isWatched({ runsCounted, spanCount }: LockedTrace, spans: readonly Filled<StorableSpan>[]): boolean {
  if (spanCount > MAX_SPANS) return false;
  return runsCounted > 0 || usageSources(spans.map(runSpanOf)).size > 0;
}

function runSpanOf({ span, duplicateOf }: Filled<StorableSpan>): RunSpan {
  const { spanId, parentSpanId, kind } = span;
  return { spanId, parentSpanId, kind, reportsUsage: reportsUsage(span), duplicateOf };
}

/** Returns what is stored of the traces, by trace. Traces that the batch creates have no stored rows. */
async function storedRunSpans(
  sql: TransactionSql,
  spansOf: readonly (readonly StorableSpan[])[],
  traces: LockedTraces,
): Promise<Map<string, StoredRunSpan[]>> {
  const earlier = spansOf.flatMap(([first]) => {
    const { projectId, traceId } = first!;
    const { day, isNew } = traces.get(traceKey(first!))!;
    return isNew ? [] : [{ projectId, traceId, day }];
  });
  if (earlier.length === 0) return new Map();
  const parameters = [toJson(earlier), earlier[0]!.projectId];
  return Map.groupBy(await sql.unsafe<StoredRunSpan[]>(FIND_RUNS, parameters, { prepare: true }), traceKey);
}

interface RunDecision {
  row: StoredRunSpan;
  usageSource: UsageSource | null;
}

async function changeStored(
  sql: TransactionSql,
  rows: readonly RunDecision[],
  traces: LockedTraces,
): Promise<BatchTotals> {
  const changes = rows.filter(({ row, usageSource }) => row.usageSource !== usageSource);
  if (changes.length === 0) return NO_TOTALS;
  const run = (statement: string, given: readonly object[]) =>
    sql.unsafe(statement, [toJson(given), changes[0]!.row.projectId], { prepare: true });
  const keys = changes.map(({ row: { projectId, traceId, spanId }, usageSource }): SpanKey & Partial<RunDecision> => {
    return { projectId, traceId, spanId, day: traces.get(traceKey({ projectId, traceId }))!.day, usageSource };
  });
  const before = await storedSpans(sql, keys);
  await run(NAME_SOURCES, keys);
  const renamed = new Set(changes.filter(({ row }) => isRun(row.kind)).map(({ row }) => traceKey(row)));
  const models = [...Map.groupBy(rows, ({ row }) => traceKey(row))].filter(([key]) => renamed.has(key));
  if (models.length > 0) await run(NAME_MODELS, models.map(modelsOf));
  const sourceOf = new Map(keys.map(({ traceId, spanId, usageSource }) => [`${traceId}/${spanId}`, usageSource]));
  const after = before.map((stored) => {
    const usageSource = sourceOf.get(`${stored.traceId}/${stored.span.spanId}`) ?? null;
    return { ...stored, usageSource };
  });
  return difference(after, before);
}

/** The models in the form of batch-totals.ts: of every model call and of the runs that count. */
function modelsOf([, rows]: [string, readonly RunDecision[]]) {
  const { projectId, traceId } = rows[0]!.row;
  const named = rows.filter(({ row, usageSource }) => !isRun(row.kind) || usageSource === 'run');
  const models = named.flatMap(({ row }) => (namesModel(row) && row.model !== null ? [row.model] : []));
  return { projectId, traceId, models: [...new Set(models)] };
}

const namesModel = ({ kind }: StoredRunSpan): boolean => isRun(kind) || kind === 'generation' || kind === 'embedding';
