/** Runs that an instrumentation for Python sent (apps/ingest/instrumentations/python), in a real database, for the tests of this folder. */
import { readFile } from 'node:fs/promises';
import type { Sql, TraceKey } from '@subtext/db';

const BYTEA = 17;
const bytes = (hex: string) => Buffer.from(hex, 'hex');

interface Sent {
  spanId: string;
  name: string;
  startTimeUnixNano: string;
  attributes: { key: string; value: Value }[];
}

type Value = Record<string, unknown> | undefined;

interface Recording {
  resourceSpans: { scopeSpans: { scope: { name: string }; spans: Sent[] }[] }[];
}

/** Inserts the calls of a model in a recording, and gives the ids of their spans in order of time. */
export async function insertRecording(sql: Sql, key: TraceKey, recording: string): Promise<string[]> {
  const file = new URL(`../../../../ingest/instrumentations/python/recordings/${recording}.json`, import.meta.url);
  const { resourceSpans } = JSON.parse(await readFile(file, 'utf8')) as Recording;
  const groups = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans);
  const [{ day }] = (await sql`select current_date::text as day`) as unknown as [{ day: string }];
  const place = { project_id: key.projectId, day, trace_id: bytes(key.traceId) };
  const insert = (table: string, row: object) => sql`insert into ${sql(table)} ${sql({ ...row, ...place } as never)}`;
  await insert('traces', { started_at: new Date(), ended_at: new Date() });
  const found = groups.flatMap(({ scope, spans }) => spans.map((span) => ({ ...span, scope })));
  const calls = found.map((span) => ({ ...span, attributes: fieldsOf(span.attributes) })).filter(isModelCall);
  for (const span of calls) {
    const { spanId, name, scope, attributes } = span;
    const startedAt = new Date(Number(BigInt(span.startTimeUnixNano) / 1_000_000n));
    await insert('spans', {
      ...{ span_id: bytes(spanId), kind: 'generation', name, status: 'unset', convention: 'other' },
      ...{ started_at: startedAt, duration_ns: 1_000_000n, provider: 'openai', request_model: 'some-model' },
    });
    await insert('payloads', {
      span_id: bytes(spanId),
      span_ids: sql.array([bytes(spanId)], BYTEA),
      bodies: Buffer.from(JSON.stringify({ spanId, name, scope, attributes, events: [] })),
    });
  }
  return calls.toSorted((a, b) => (a.startTimeUnixNano < b.startTimeUnixNano ? -1 : 1)).map(({ spanId }) => spanId);
}

const isModelCall = ({ attributes }: { attributes: Record<string, unknown> }): boolean =>
  attributes['gen_ai.operation.name'] === 'chat' && 'gen_ai.output.messages' in attributes;

const fieldsOf = (attributes: Sent['attributes']): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));

/** What is no list is text or a number, under the name of its type. */
function plain(value: Value): unknown {
  const { arrayValue, ...one } = value ?? {};
  if (arrayValue === undefined) return Object.values(one)[0];
  return ((arrayValue as { values?: Value[] }).values ?? []).map(plain);
}
