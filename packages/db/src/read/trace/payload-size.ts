/** Returns how large the payloads of a trace are when they are unpacked, which decides where they are read. */
import type { Sql } from '../../postgres/connect.ts';
import { FRAME_HEADER_BYTES, unpackedBytes } from '../../rows/payload-blocks.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

/** In bytes, without unpacking anything. 0 when the trace has no payloads. */
export async function payloadSize(sql: Sql, { projectId, traceId }: TraceKey): Promise<number> {
  const blocks = await sql<{ head: Buffer; length: number }[]>`
    select substring(p.bodies from 1 for ${FRAME_HEADER_BYTES}) as head, length(p.bodies) as length
    from traces t
    join payloads p on p.project_id = t.project_id and p.day = t.day and p.trace_id = t.trace_id
    where t.project_id = ${projectId} and t.trace_id = decode(${traceId}, 'hex')`;
  return blocks.reduce((sum, { head, length }) => sum + unpackedBytes(head, length), 0);
}
