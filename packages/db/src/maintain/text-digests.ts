/** Reads the texts of stored calls as digests, because reprocess.ts only compares them. */
import { createHash } from 'node:crypto';
import { CUT_MARK, CUT_MARK_CHARACTERS } from '@subtext/privacy';
import type { TransactionSql } from '../postgres/connect.ts';
import { toJson } from '../postgres/json-rows.ts';
import type { TracePartitionKey } from '../rows/span-keys.ts';
import { OF_TRACES, spanKey } from '../write/stored-rows.ts';

/** MD5 in hex. */
export interface TextDigests {
  thoughts: string[] | null;
  preamble: string | null;
  arguments: string | null;
  result: string | null;
}

/** Digests of the calls of one span, by call index. Calls without a row of texts have none. */
export interface SpanDigests {
  of: ReadonlyMap<number, TextDigests>;
  /**
   * Digests of packed results (packed-results.ts) by the index of their call. reprocess.ts computes them from the
   * payloads.
   */
  packed: ReadonlyMap<number, string>;
  /** Digests of texts that end with a truncation mark. */
  cut: readonly string[];
}

export const NO_DIGESTS: SpanDigests = { of: new Map(), packed: new Map(), cut: [] };

/** Computes the same digest as the database: MD5 of UTF-8, in hex. */
export function digestOf(text: string): string;
export function digestOf(text: string | null): string | null;
export function digestOf(text: string | null): string | null {
  return text === null ? null : createHash('md5').update(text).digest('hex');
}

const READ_TEXTS = `
  SELECT encode(texts.trace_id, 'hex') AS "traceId", encode(texts.span_id, 'hex') AS "spanId", texts.call_index AS "callIndex",
    CASE WHEN thoughts IS NOT NULL THEN ARRAY(SELECT md5(one) FROM unnest(thoughts) WITH ORDINALITY AS every (one, place) ORDER BY place) END AS thoughts,
    md5(preamble) AS preamble, md5(arguments) AS arguments, md5(result) AS result,
    ARRAY(SELECT md5(one) FROM unnest(thoughts || ARRAY[preamble, arguments, result]) AS one
      WHERE substring(right(one, ${CUT_MARK_CHARACTERS}) FROM '${CUT_MARK}') IS NOT NULL) AS cut
  FROM tool_call_texts AS texts ${OF_TRACES} WHERE texts.project_id = $2`;

type TextsRow = TextDigests & { cut: string[]; traceId: string; spanId: string; callIndex: number };

/** The digests of these traces, which must be of one project, by `spanKey`. Spans without texts have no entry. */
export async function textDigests(
  sql: TransactionSql,
  traces: readonly TracePartitionKey[],
): Promise<Map<string, SpanDigests>> {
  const rows = await sql.unsafe<TextsRow[]>(READ_TEXTS, [toJson(traces), traces[0]!.projectId], { prepare: true });
  return new Map(
    [...Map.groupBy(rows, spanKey)].map(([key, ofSpan]) => [
      key,
      {
        of: new Map(ofSpan.map(({ callIndex, ...digests }) => [callIndex, digests])),
        packed: new Map(),
        cut: ofSpan.flatMap(({ cut }) => cut),
      },
    ]),
  );
}
