/**
 * Reads the packed blocks of one trace (payload-blocks.ts), for callers that read most of them. Asks once which span is
 * in which block, fetches each block by its key, and keeps the latest ones unpacked, because neighboring spans arrived
 * together.
 */
import { LRUCache } from 'lru-cache';
import type { Sql } from '../../postgres/connect.ts';
import { bodiesOf, RESULTS, resultsOf, type PayloadBlock, type ResultsBlock } from '../../rows/payload-blocks.ts';
import type { CallKey, TraceKey } from '../../rows/row-keys.ts';

/** Characters of unpacked text. A single larger block is kept until the next one. */
const KEPT_CHARACTERS = 16_000_000;

export class TraceBlocks {
  #sql: Sql;
  #trace: TraceKey;
  /** By span id. */
  #blocks: ReadonlyMap<string, string>;
  #bodies = unpackedBlocks();
  #results = unpackedBlocks();

  private constructor(sql: Sql, trace: TraceKey, blocks: ReadonlyMap<string, string>) {
    this.#sql = sql;
    this.#trace = trace;
    this.#blocks = blocks;
  }

  static async open(sql: Sql, trace: TraceKey): Promise<TraceBlocks> {
    const rows = await sql<{ block: string; spanIds: string[] }[]>`
      select encode(p.span_id, 'hex') as block, array(select encode(id, 'hex') from unnest(p.span_ids) as id) as "spanIds"
      from traces t
      join payloads p on p.project_id = t.project_id and p.day = t.day and p.trace_id = t.trace_id
      where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
      order by p.span_id`;
    const blocks = new Map(rows.flatMap(({ block, spanIds }) => spanIds.map((id) => [id, block] as const)));
    return new TraceBlocks(sql, trace, blocks);
  }

  /** Returns the span as it was sent; undefined when it was stored without a payload. */
  async body(spanId: string): Promise<string | undefined> {
    const block = this.#blocks.get(spanId);
    if (block === undefined) return undefined;
    const bodies = await this.#bodies.from(block, async () => {
      const [row] = await this.#sql<PayloadBlock[]>`select ${SPAN_IDS(this.#sql)}, p.bodies ${this.#row(block)}`;
      return (row ? await bodiesOf(row) : []).map(({ spanId: id, body }) => [id, body]);
    });
    return bodies.get(spanId);
  }

  /** Returns the result of a call that is packed with its span; null when there is none. */
  async result({ spanId, index }: CallKey): Promise<string | null> {
    const block = this.#blocks.get(spanId);
    if (block === undefined) return null;
    const results = await this.#results.from(block, async () => {
      const [row] = await this.#sql<ResultsBlock[]>`
        select ${SPAN_IDS(this.#sql)}, ${this.#sql.unsafe(RESULTS)} as results ${this.#row(block)}`;
      return (row ? await resultsOf(row) : []).map(({ spanId: id, index: at, text }) => [`${id}:${at}`, text]);
    });
    return results.get(`${spanId}:${index}`) ?? null;
  }

  #row(block: string) {
    const { projectId, traceId } = this.#trace;
    return this.#sql`from traces t
      join payloads p on p.project_id = t.project_id and p.day = t.day and p.trace_id = t.trace_id
        and p.span_id = decode(${block}, 'hex')
      where t.project_id = ${projectId} and t.trace_id = decode(${traceId}, 'hex')`;
  }
}

const SPAN_IDS = (sql: Sql) => sql`array(select encode(id, 'hex') from unnest(p.span_ids) as id) as "spanIds"`;

type Unpacked = ReadonlyMap<string, string>;

function unpackedBlocks() {
  const kept = new LRUCache<string, Unpacked>({ maxSize: KEPT_CHARACTERS, sizeCalculation: charactersOf });
  let last: { block: string; unpacked: Unpacked } | undefined;
  return {
    async from(block: string, read: () => Promise<[string, string][]>): Promise<Unpacked> {
      if (last?.block === block) return last.unpacked;
      const unpacked = kept.get(block) ?? new Map(await read());
      kept.set(block, unpacked);
      last = { block, unpacked };
      return unpacked;
    },
  };
}

const charactersOf = (unpacked: Unpacked): number =>
  Math.max(
    1,
    [...unpacked.values()].reduce((sum, { length }) => sum + length, 0),
  );
