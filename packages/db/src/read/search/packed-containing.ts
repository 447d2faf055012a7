/** Finds calls whose packed result (packed-results.ts) passes a test, block by block. */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { RESULTS, resultsOf, type ResultsBlock } from '../../rows/payload-blocks.ts';
import type { FoundCall } from './search-fields.ts';

/** Blocks fetched at a time. Only one is unpacked at a time. */
const BLOCKS = 8;

interface PackedSearch {
  projectId: string;
  /** Rows (day, trace_id, place) of traces of the project. `place` is the order in which they are searched. */
  traces: Fragment;
  fits: (result: string) => boolean;
  /** Number of calls after which no further block is read. */
  limit: number;
}

/**
 * Reprocessing may have stored a result in its row since it was packed, so callers must check that the row has none.
 */
export async function packedContaining(
  sql: Sql,
  { projectId, traces, fits, limit }: PackedSearch,
): Promise<FoundCall[]> {
  const found: FoundCall[] = [];
  const blocks = sql<(ResultsBlock & { traceId: string })[]>`
    select encode(p.trace_id, 'hex') as "traceId", array(select encode(id, 'hex') from unnest(p.span_ids) as id) as "spanIds", ${sql.unsafe(RESULTS)} as results
    from (${traces}) t
    join payloads p on p.project_id = ${projectId} and p.day = t.day and p.trace_id = t.trace_id and p.results is not null
    order by t.place`;
  for await (const several of blocks.cursor(BLOCKS)) {
    for (const { traceId, ...block } of several) {
      for (const { text, ...call } of await resultsOf(block)) if (fits(text)) found.push({ traceId, ...call });
    }
    if (found.length >= limit) break;
  }
  return found;
}
