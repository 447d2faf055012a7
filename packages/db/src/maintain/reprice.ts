/**
 * Prices stored calls again at a project's current price: some traces at a time, each page in one transaction that
 * changes costs, totals and rollups together. Running a page twice changes nothing the second time, so a caller may
 * stop and continue at any page.
 */
import { costed, isOfModel, type PriceRecord, type SpanRecord } from '@subtext/trace';
import { markEvidenceDue } from '../write/evidence-due.ts';
import { resettle, type Reported } from '../write/resettle.ts';
import { movedBy, storeChanges, type RowChange } from '../write/store-changes.ts';
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { rowsFromJson, toJson } from '../postgres/json-rows.ts';
import { meansModelSql } from '../rows/model-names.ts';
import { priceIds } from '../write/prices.ts';
import { findProjectPrices, ownPrice, type ProjectPrice } from '../projects/project-prices.ts';
import { MODEL_CALLS, SPENT_MONEY } from '../rows/recount-statements.ts';
import { retrying } from '../postgres/retry.ts';
import type { SpanKey } from '../rows/span-keys.ts';
import { spanKey } from '../write/stored-rows.ts';
import { ADD_MODEL_ROLLUPS, ADD_TOOL_ROLLUPS, COST_COLUMNS } from '../write/write-statements.ts';

export interface RepricePage {
  projectId: string;
  /** Id of the price. */
  id: string;
  /** The cursor of the previous page; null = start from the beginning. */
  after: RepriceCursor | null;
  /** Number of traces to check. */
  limit: number;
}

/** The position of the last trace of a page. */
export interface RepriceCursor {
  /** Microseconds since 1970, as text. */
  startedAt: string;
  traceId: string;
}

export interface Repriced {
  /** Traces that were checked. */
  traces: number;
  /** Generations whose cost changed. */
  repriced: number;
  /** null: that was the last page. */
  next: RepriceCursor | null;
}

/**
 * Computes the costs of one page of stored traces again with a price of the project, and updates totals and rollups. A
 * cost that the provider reported stays. Resolves to undefined when the project has no such price (any more).
 */
export async function repriceStored(sql: Sql, page: RepricePage): Promise<Repriced | undefined> {
  const prices = await findProjectPrices(sql, page.projectId);
  const price = prices.find(({ id }) => id === page.id);
  if (!price) return undefined;
  const traces = await tracesWith(sql, price, page);
  const last = traces.at(-1);
  const next = last && traces.length === page.limit ? { startedAt: last.startedAt, traceId: last.traceId } : null;
  if (!last) return { traces: 0, repriced: 0, next: null };
  const idsOf = priceIds(sql);
  const work = { projectId: page.projectId, prices, price, traceIds: traces.map(({ traceId }) => traceId).sort() };
  const repriced = await retrying(sql, () => sql.begin((transaction) => reprice(transaction, { ...work, idsOf })));
  return { traces: traces.length, repriced, next };
}

type Found = RepriceCursor;

async function tracesWith(sql: Sql, { model, validFrom }: ProjectPrice, page: RepricePage): Promise<Found[]> {
  const { projectId, after, limit } = page;
  return [
    ...(await sql<Found[]>`
      SELECT encode(trace_id, 'hex') AS "traceId", ((extract(epoch FROM started_at) * 1000000)::bigint)::text AS "startedAt" FROM traces
      WHERE project_id = ${projectId} AND ended_at >= ${validFrom}
        AND EXISTS (SELECT FROM unnest(models) AS used WHERE ${meansModelSql(sql, sql`used`, sql`${model}::text`)})
        ${after ? sql`AND (started_at, trace_id) > ('epoch'::timestamptz + ${after.startedAt}::text::bigint * interval '1 microsecond', decode(${after.traceId}, 'hex'))` : sql``}
      ORDER BY started_at, trace_id LIMIT ${limit}`),
  ];
}

interface Work {
  projectId: string;
  prices: readonly ProjectPrice[];
  price: ProjectPrice;
  /** Sorted, because locks must be taken in the order in which batches take them. */
  traceIds: readonly string[];
  idsOf: ReturnType<typeof priceIds>;
}

const FIND_PRICED = `
  SELECT spans.project_id AS "projectId", spans.day::text AS day, encode(spans.trace_id, 'hex') AS "traceId",
    encode(spans.span_id, 'hex') AS "spanId"
  FROM spans JOIN traces USING (project_id, day, trace_id)
  WHERE spans.project_id = $1 AND spans.trace_id = ANY (SELECT decode(id, 'hex') FROM unnest($2::text[]) AS id)
    AND (spans.kind IN ${MODEL_CALLS} OR spans.kind IN ('agent', 'chain') AND spans.input_tokens IS NOT NULL)
    AND spans.started_at >= $3 AND coalesce(spans.provider, 'unknown') = $4
    AND spans.cost_source IS DISTINCT FROM 'provider'`;

async function reprice(sql: TransactionSql, work: Work): Promise<number> {
  const { projectId, price, traceIds } = work;
  await sql`SELECT FROM traces WHERE project_id = ${projectId}
    AND trace_id = ANY (SELECT decode(id, 'hex') FROM unnest(${[...traceIds]}::text[]) AS id) ORDER BY trace_id FOR NO KEY UPDATE`;
  const found = await sql.unsafe<SpanKey[]>(FIND_PRICED, [projectId, [...traceIds], price.validFrom, price.provider]);
  if (found.length === 0) return 0;
  const isFound = new Set(found.map(spanKey));
  const repricedOf = (span: Reported) => (isFound.has(spanKey(span.key)) ? atPrice(span, work) : span);
  const changes = (await resettle(sql, found, repricedOf)).filter(isOtherCost);
  if (changes.length === 0) return 0;
  const idOf = await work.idsOf(changes.flatMap(({ after }) => after.price ?? []));
  const priced = changes.map(({ before, after }) => {
    const priceId = after.price === before.price || after.price === null ? before.priceId : idOf(after.price);
    return { before, after: { ...after, priceId } };
  });
  await storeChanges(sql, priced);
  await moveSums(sql, projectId, priced);
  await markEvidenceDue(
    sql,
    projectId,
    priced.map(({ before }) => before.key.traceId),
  );
  // A run that only repeats its calls has a cost, too, in case it has to count one day. The calls of a log record are
  // not one more model call.
  return changes.filter(({ before, after }) => isOfModel(after) && hasOtherCost(before.span, after.span)).length;
}

/** The span with its cost at the price, unless another price is in force. */
function atPrice(span: Reported, { prices, price }: Work): Reported {
  const record = priceInForce(span.span, prices);
  if (record?.matchedModel !== price.model || record.asOf !== price.validFrom.slice(0, 10)) return span;
  const after = costed(span, { rates: record, reported: null });
  return after ? { ...after, price: record } : span;
}

const hasOtherCost = (before: SpanRecord, after: SpanRecord): boolean =>
  COST_NAMES.some((name) => after[name] !== before[name]);

const isOtherCost = ({ before, after }: RowChange): boolean =>
  hasOtherCost(before.span, after.span) ||
  after.calls.some(({ reasoningCost }, index) => reasoningCost !== before.calls[index]?.reasoningCost);

/** Looks up the price as ingest did: the response names the model more exactly than the request. */
function priceInForce(span: SpanRecord, prices: readonly ProjectPrice[]): PriceRecord | null {
  const at = new Date(span.startedAt);
  for (const model of [span.responseModel, span.requestModel]) {
    const price = model === null ? null : ownPrice(prices, { provider: span.provider ?? undefined, model, at });
    if (price) return price;
  }
  return null;
}

const COST_NAMES = Object.keys(COST_COLUMNS) as (keyof typeof COST_COLUMNS)[];

const SUMS = ['generations_unpriced', ...SPENT_MONEY] as const;

/** Unlike a batch it does not change updated_at: nothing new has arrived, so the trace must not look active. */
const TRACE_COSTS = `
  UPDATE traces SET ${SUMS.map((column) => `${column} = traces.${column} + given.${column}`).join(', ')}
  FROM ${rowsFromJson({
    ...{ projectId: 'uuid', traceId: 'hex', generationsUnpriced: 'bigint', inputCost: 'bigint', answerCost: 'bigint' },
    ...{ readableCost: 'bigint', summaryCost: 'bigint', noTextCost: 'bigint', untoldCost: 'bigint' },
  })} AS given
  WHERE traces.project_id = $2 AND traces.project_id = given.project_id AND traces.trace_id = given.trace_id`;

async function moveSums(sql: TransactionSql, projectId: string, changes: readonly RowChange[]): Promise<void> {
  const { traces, models, tools } = movedBy(changes);
  if (traces.length > 0) await sql.unsafe(TRACE_COSTS, [toJson(traces), projectId], { prepare: true });
  // No project parameter, because the rows contain it.
  for (const [statement, given] of [
    [ADD_MODEL_ROLLUPS, models],
    [ADD_TOOL_ROLLUPS, tools],
  ] as const)
    if (given.length > 0) await sql.unsafe(statement, [toJson(given)], { prepare: true });
}
