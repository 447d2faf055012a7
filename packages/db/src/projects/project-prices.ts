/** A project's own prices, for when it does not pay list prices. Each is for a model of a provider, from a date on. */
import type { Rates } from '@subtext/reasoning';
import type { Sql } from '../postgres/connect.ts';
import { meansModel, type PriceRecord } from '@subtext/trace';

export interface ProjectPrice extends Rates {
  id: string;
  /** As in rollups: `unknown` for spans that report none. */
  provider: string;
  model: string;
  /** In force from this time until the next price of the same model. ISO 8601, UTC. */
  validFrom: string;
}

/** A project prices the models that it uses. More than this would be a mistake, and every request reads all of them. */
export const MAX_PROJECT_PRICES = 500;

/** Rates are JSON numbers. They are below 2^53 (checked when saved), so they are exact. */
const AS_JSON = `json_agg(json_build_object('id', id, 'provider', provider, 'model', model,
  'validFrom', to_char(valid_from AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'inputRate', input_rate, 'cacheReadRate', cache_read_rate,
  'cacheWriteRate', cache_write_rate, 'cacheWriteHourRate', cache_write_hour_rate, 'outputRate', output_rate, 'reasoningRate', reasoning_rate) ORDER BY provider, model, valid_from DESC)`;

/** Subquery for the prices of the given project id column, as a JSON array; null when there are none. */
export const PROJECT_PRICES_OF = (projectId: string) =>
  `(SELECT ${AS_JSON} FROM project_prices WHERE project_prices.project_id = ${projectId})`;

/** All own prices of a project, sorted by provider and model, newest first within a model. */
export async function findProjectPrices(sql: Sql, projectId: string): Promise<ProjectPrice[]> {
  const [row] = await sql.unsafe<{ prices: ProjectPrice[] | null }[]>(
    `SELECT ${PROJECT_PRICES_OF('$1')} AS prices`,
    [projectId],
    { prepare: true },
  );
  return row?.prices ?? [];
}

export type NewProjectPrice = Omit<ProjectPrice, 'id'> & {
  projectId: string;
  /** Id of the user who saves the price. */
  by: string | null;
};

/**
 * Stores a price and replaces the one with the same provider, model and time. Resolves to its id. Resolves to undefined
 * and stores nothing when the project already has MAX_PROJECT_PRICES.
 */
export async function saveProjectPrice(sql: Sql, price: NewProjectPrice): Promise<string | undefined> {
  const row = {
    project_id: price.projectId,
    provider: price.provider,
    model: price.model,
    valid_from: price.validFrom,
    input_rate: price.inputRate,
    cache_read_rate: price.cacheReadRate,
    cache_write_rate: price.cacheWriteRate,
    cache_write_hour_rate: price.cacheWriteHourRate,
    output_rate: price.outputRate,
    reasoning_rate: price.reasoningRate,
    created_by: price.by,
  };
  return sql.begin(async (transaction) => {
    // Serializes saves within a project, so that the count is reliable.
    await transaction`SELECT FROM projects WHERE id = ${price.projectId} FOR NO KEY UPDATE`;
    const [saved] = await transaction<{ id: string }[]>`INSERT INTO project_prices ${transaction(row)}
      ON CONFLICT (project_id, provider, model, valid_from) DO UPDATE SET input_rate = excluded.input_rate,
        cache_read_rate = excluded.cache_read_rate, cache_write_rate = excluded.cache_write_rate,
        cache_write_hour_rate = excluded.cache_write_hour_rate, output_rate = excluded.output_rate, reasoning_rate = excluded.reasoning_rate, created_at = excluded.created_at, created_by = excluded.created_by
      RETURNING id`;
    const [{ count }] = await transaction<[{ count: number }]>`
      SELECT count(*)::integer AS count FROM project_prices WHERE project_id = ${price.projectId}`;
    if (count <= MAX_PROJECT_PRICES) return saved!.id;
    await transaction`DELETE FROM project_prices WHERE id = ${saved!.id}`;
    return undefined;
  });
}

/** Deletes a price. Costs that were computed with it stay. Resolves to false when the project has no such price. */
export async function dropProjectPrice(sql: Sql, price: { projectId: string; id: string }): Promise<boolean> {
  const result = await sql`DELETE FROM project_prices WHERE id = ${price.id} AND project_id = ${price.projectId}`;
  return result.count === 1;
}

export interface PricedCall {
  /** undefined when the span reports none. */
  provider: string | undefined;
  model: string;
  at: Date;
}

/**
 * Returns the project's own price in force for a call; null when there is none and the list price applies. The exact
 * model name wins over that of a family.
 */
export function ownPrice(prices: readonly ProjectPrice[], call: PricedCall): PriceRecord | null {
  const provider = call.provider ?? 'unknown';
  const inForce = prices.filter(
    (price) =>
      price.provider === provider &&
      meansModel(call.model, price.model) &&
      Date.parse(price.validFrom) <= call.at.getTime(),
  );
  const [first] = inForce.toSorted(
    (left, right) => right.model.length - left.model.length || Date.parse(right.validFrom) - Date.parse(left.validFrom),
  );
  return first ? asRecord(first, call.model) : null;
}

/**
 * A project that sets one rate for cache writes means it for 1-hour writes, too. A price list with only one rate does
 * not mean that.
 */
function asRecord(price: ProjectPrice, model: string): PriceRecord {
  const { provider, validFrom, inputRate, cacheReadRate, cacheWriteRate, outputRate, reasoningRate } = price;
  const cacheWriteHourRate = price.cacheWriteHourRate ?? cacheWriteRate;
  const rates = { inputRate, cacheReadRate, cacheWriteRate, cacheWriteHourRate, outputRate, reasoningRate };
  const named = { provider, model, matchedModel: price.model, source: 'project', asOf: validFrom.slice(0, 10) };
  return { ...named, ...rates, promptOver: null };
}
