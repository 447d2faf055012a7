/** Every text of a stored span that was cut; empty when it has no payload. */
import { cutsOf, openPayload, type Lack } from '@subtext/conventions';
import { tracePayloads, type Sql, type TraceKey } from '@subtext/db';

export async function cutsOfSpan(sql: Sql, key: TraceKey, spanId: string): Promise<Lack[]> {
  const body = (await tracePayloads(sql, key, [spanId])).get(spanId);
  const payload = body === undefined ? undefined : openPayload(body);
  return payload ? cutsOf(spanId, payload) : [];
}
