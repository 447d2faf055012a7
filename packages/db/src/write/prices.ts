/**
 * The rates that costs were computed with: one row per set of rates ever used, found or inserted outside the
 * transaction of a batch.
 */
import type { Sql } from '../postgres/connect.ts';
import type { PriceRecord } from '@subtext/trace';

/**
 * Stores the prices that are not stored yet. Resolves to a function from a price to the id of its row. The function
 * accepts only the same objects, not equal ones.
 */
export type PriceIds = (prices: readonly PriceRecord[]) => Promise<(price: PriceRecord) => string>;

/** Far above the number of models in use. A sender that invents more only causes lookups. */
const MAX_REMEMBERED = 10_000;

/** Caches the ids of known prices, so that most batches need no query. */
export function priceIds(sql: Sql): PriceIds {
  const cached = new Map<string, string>();
  return async (prices) => {
    const ids = new Map<PriceRecord, string>();
    for (const price of new Set(prices)) {
      const key = keyOf(price);
      const id = cached.get(key) ?? (await findOrInsert(sql, price));
      if (cached.size >= MAX_REMEMBERED) cached.clear();
      cached.set(key, id);
      ids.set(price, id);
    }
    return (price) => ids.get(price)!;
  };
}

function keyOf(price: PriceRecord): string {
  return JSON.stringify(Object.values(price));
}

/** Committed separately, before the batch: an extra row in `prices` does no harm, and no lock is held. */
async function findOrInsert(sql: Sql, price: PriceRecord): Promise<string> {
  const row = {
    provider: price.provider,
    model: price.model,
    matched_model: price.matchedModel,
    source: price.source,
    as_of: price.asOf,
    input_rate: price.inputRate,
    cache_read_rate: price.cacheReadRate,
    cache_write_rate: price.cacheWriteRate,
    cache_write_hour_rate: price.cacheWriteHourRate,
    output_rate: price.outputRate,
    reasoning_rate: price.reasoningRate,
    prompt_over: price.promptOver,
  };
  const [inserted] = await sql<{ id: bigint }[]>`INSERT INTO prices ${sql(row)} ON CONFLICT DO NOTHING RETURNING id`;
  if (inserted) return String(inserted.id);
  const [found] = await sql<{ id: bigint }[]>`
    SELECT id FROM prices
    WHERE provider = ${row.provider} AND model = ${row.model} AND matched_model = ${row.matched_model} AND source = ${row.source}
      AND as_of = ${row.as_of} AND input_rate = ${row.input_rate} AND output_rate = ${row.output_rate}
      AND cache_read_rate IS NOT DISTINCT FROM ${row.cache_read_rate}
      AND cache_write_rate IS NOT DISTINCT FROM ${row.cache_write_rate}
      AND cache_write_hour_rate IS NOT DISTINCT FROM ${row.cache_write_hour_rate}
      AND reasoning_rate IS NOT DISTINCT FROM ${row.reasoning_rate} AND prompt_over IS NOT DISTINCT FROM ${row.prompt_over}`;
  return String(found!.id);
}
