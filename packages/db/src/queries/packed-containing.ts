/** Calls whose packed result (packed-results.ts) fits a test, block by block, in bounded memory. */
import type { Fragment } from 'postgres';
import type { Sql } from '../connect.ts';
import { resultsOf, type PayloadBlock } from '../payload-blocks.ts';
import type { FoundCall } from './search-fields.ts';

/** That are unpacked at once: some megabytes. */
const BLOCKS = 8;

interface Asked {
  projectId: string;
  /** `t`: (day, trace_id, place), of traces of the project, in the order in which they are looked into. */
  traces: Fragment;
  fits: (result: string) => boolean;
  /** Of calls: when there are as many, no further block is read. */
  limit: number;
}

/** A result may be stored anew since (reread.ts): whoever uses the calls has to look whether their row has none. */
export async function packedContaining(sql: Sql, { projectId, traces, fits, limit }: Asked): Promise<FoundCall[]> {
  const found: FoundCall[] = [];
  const blocks = sql<(PayloadBlock & { traceId: string })[]>`
    select encode(p.trace_id, 'hex') as "traceId", array(select encode(id, 'hex') from unnest(p.span_ids) as id) as "spanIds", p.bodies
    from (${traces}) t join payloads p on p.project_id = ${projectId} and p.day = t.day and p.trace_id = t.trace_id
    order by t.place`;
  for await (const several of blocks.cursor(BLOCKS)) {
    const unpacked = await Promise.all(several.map((block) => resultsOf(block)));
    for (const [place, results] of unpacked.entries()) {
      const { traceId } = several[place]!;
      for (const { spanId, index, text } of results) if (fits(text)) found.push({ traceId, spanId, index });
    }
    if (found.length >= limit) break;
  }
  return found;
}
