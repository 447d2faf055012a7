/**
 * Reads payloads of stored spans with today's readers, before anything is locked: first step of reprocess.ts. Works
 * block by block, and keeps only the results of reading.
 */
import { cutOf } from '@subtext/reasoning';
import type { Sql } from '../postgres/connect.ts';
import { toJson } from '../postgres/json-rows.ts';
import { unpacked, type PayloadBlock, type ResultsBlock } from '../rows/payload-blocks.ts';
import { bodiesIn, resultsIn, type CallResult } from '../rows/payload-bytes.ts';
import type { PriceRecord, StorableSpan } from '@subtext/trace';
import type { TracePartitionKey } from '../rows/span-keys.ts';
import { OF_TRACES, pricesOf, spanKey, type StoredRow } from '../write/stored-rows.ts';
import { digestOf } from './text-digests.ts';

/**
 * Reads a payload with today's reader. Returns the reason when it must not be read; then its rows stay as they are.
 * `price`: the price that its cost was computed with, which stays in force for the same model.
 */
export type ReadBody = (body: string, price: PriceRecord | null) => StorableSpan | { reason: string };

export interface ReadPayload {
  outcome: StorableSpan | { reason: string };
  /** Results of its calls that are packed with it. */
  packed: readonly PackedDigest[];
  /**
   * The values of the row that were used for reading. While they stay the same, reading again would give the same
   * result.
   */
  readWith: ReadWith;
}

export interface PackedDigest {
  index: number;
  /** MD5 in hex, like TextDigests. */
  digest: string;
  isCut: boolean;
}

interface ReadWith {
  priceId: string | null;
  inputTokens: number | null;
}

/** The payloads of these traces do not fit into memory. */
export class TooLarge extends Error {
  override name = 'TooLarge';
}

/** Bytes of unpacked payloads. */
export const MAX_BYTES = 128 * 1024 * 1024;
/** Number of blocks fetched at a time. */
const BLOCKS = 8;

const READ_SEEN = `
  SELECT encode(spans.trace_id, 'hex') AS "traceId", encode(spans.span_id, 'hex') AS "spanId", price_id::text AS "priceId",
    input_tokens::float8 AS "inputTokens"
  FROM spans ${OF_TRACES} WHERE spans.project_id = $2`;

const READ_PAYLOADS = `
  SELECT encode(payloads.trace_id, 'hex') AS "traceId", ARRAY(SELECT encode(id, 'hex') FROM unnest(payloads.span_ids) AS id) AS "spanIds", payloads.bodies,
    payloads.results
  FROM payloads ${OF_TRACES} WHERE payloads.project_id = $2`;

type Block = PayloadBlock & ResultsBlock & { traceId: string };

/** Returns every stored span of these traces, by `spanKey`. Rejects with TooLarge. */
export async function readPayloads(
  sql: Sql,
  traces: readonly TracePartitionKey[],
  read: ReadBody,
): Promise<Map<string, ReadPayload>> {
  const parameters = [toJson(traces), traces[0]!.projectId];
  const rows = await sql.unsafe<(ReadWith & { traceId: string; spanId: string })[]>(READ_SEEN, parameters, {
    prepare: true,
  });
  const prices = await pricesOf(
    sql,
    rows.map(({ priceId }) => priceId),
  );
  const spans = new Map(
    rows.map(({ traceId, spanId, priceId, inputTokens }): [string, ReadPayload] => [
      spanKey({ traceId, spanId }),
      { outcome: { reason: 'it was stored without what was sent' }, packed: [], readWith: { priceId, inputTokens } },
    ]),
  );
  let left = MAX_BYTES;
  for await (const blocks of sql.unsafe<Block[]>(READ_PAYLOADS, parameters).cursor(BLOCKS)) {
    for (const block of blocks) {
      const bytes = await bytesOf(block.bodies, left);
      left -= bytes.length;
      const ownResults = block.results && block.results.length > 0 ? await bytesOf(block.results, left) : undefined;
      left -= ownResults?.length ?? 0;
      const results = block.results === null ? [] : resultsIn(block.spanIds, ownResults ?? bytes);
      const packed = Map.groupBy(results, ({ spanId }) => spanId);
      for (const { spanId, body } of bodiesIn(block.spanIds, bytes)) {
        const key = { traceId: block.traceId, spanId };
        const span = spans.get(spanKey(key));
        // The span is being stored at this moment.
        if (span === undefined) continue;
        const price = span.readWith.priceId === null ? null : (prices.get(span.readWith.priceId) ?? null);
        span.packed = (packed.get(spanId) ?? []).map(digested);
        span.outcome = readAgain({ ...key, body, price, inputTokens: span.readWith.inputTokens }, read);
      }
    }
  }
  return spans;
}

function digested({ index, text }: CallResult): PackedDigest {
  return { index, digest: digestOf(text), isCut: cutOf(text) !== undefined };
}

async function bytesOf(block: Buffer, most: number): Promise<Buffer> {
  try {
    return await unpacked(block, most);
  } catch (error) {
    if (error instanceof RangeError) throw new TooLarge('These payloads cannot be held at once.', { cause: error });
    throw error;
  }
}

interface Stored {
  traceId: string;
  spanId: string;
  body: string;
  price: PriceRecord | null;
  inputTokens: number | null;
}

function readAgain({ traceId, spanId, body, price, inputTokens }: Stored, read: ReadBody): ReadPayload['outcome'] {
  const priced = read(body, price);
  if ('reason' in priced) return priced;
  // Some models have rates that depend on the number of input tokens.
  const isOtherRate = price !== null && priced.span.inputTokens !== inputTokens;
  const fresh = isOtherRate ? read(body, null) : priced;
  if ('reason' in fresh) return fresh;
  const isSame = fresh.traceId === traceId && fresh.span.spanId === spanId;
  // The body is dropped, because it is already stored.
  return isSame ? { ...fresh, body: '' } : { reason: 'its id is made otherwise now' };
}

/** True when the payload was read with the current values of the row. */
export const isCurrent = ({ priceId, span }: StoredRow, { readWith }: ReadPayload): boolean =>
  priceId === readWith.priceId && span.inputTokens === readWith.inputTokens;
