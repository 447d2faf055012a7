/**
 * Recorded runs of Python instrumentations (apps/ingest/instrumentations/python) in a real database, for the tests of
 * this folder.
 */
import { readFile } from 'node:fs/promises';
import type { Sql, TraceKey } from '@subtext/db';

const BYTEA = 17;
const bytes = (hex: string) => Buffer.from(hex, 'hex');

interface Sent {
  spanId: string;
  name: string;
  startTimeUnixNano: string;
  attributes: { key: string; value: Value }[];
  events?: (Pick<Sent, 'name'> & Partial<Sent>)[];
}

type Value = Record<string, unknown> | undefined;

interface SentLog {
  /** The id of the span that the record belongs to. */
  spanId: string;
  eventName: string;
  body?: Value;
  attributes: Sent['attributes'];
}

interface Recording {
  resourceSpans: { scopeSpans: { scope: { name: string }; spans: Sent[] }[] }[];
  resourceLogs?: { scopeLogs: { scope: { name: string }; logRecords: SentLog[] }[] }[];
}

export const RECORDINGS = new URL('../../../../../ingest/instrumentations/python/recordings/', import.meta.url);

/**
 * Inserts the model calls of a recording with their log records, and returns the ids of their spans in order of time.
 */
export async function insertRecording(sql: Sql, key: TraceKey, recording: string): Promise<string[]> {
  const file = new URL(`${recording}.json`, RECORDINGS);
  const { resourceSpans, resourceLogs = [] } = JSON.parse(await readFile(file, 'utf8')) as Recording;
  const groups = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans);
  const [{ day }] = (await sql`select current_date::text as day`) as unknown as [{ day: string }];
  const place = { project_id: key.projectId, day, trace_id: bytes(key.traceId) };
  const insert = (table: string, row: object) => sql`insert into ${sql(table)} ${sql({ ...row, ...place } as never)}`;
  await insert('traces', { started_at: new Date(), ended_at: new Date() });
  const found = groups.flatMap(({ scope, spans }) => spans.map((span) => ({ ...span, scope })));
  const all = found.map((span) => ({ ...span, attributes: fieldsOf(span.attributes) })).filter(isModelCall);
  // A span may have been sent twice.
  const calls = [...new Map(all.map((call) => [call.spanId, call])).values()];
  const store = async (row: { spanId: string; at: Date; more: object }, sent: object) => {
    const id = bytes(row.spanId);
    await insert('spans', {
      ...{ span_id: id, name: 'chat', status: 'unset', convention: 'other', duration_ns: 1_000_000n },
      ...{ started_at: row.at, ...row.more },
    });
    await insert('payloads', {
      span_id: id,
      span_ids: sql.array([id], BYTEA),
      bodies: Buffer.from(JSON.stringify({ ...sent, spanId: row.spanId })),
    });
  };
  for (const { spanId, name, scope, attributes, events = [], startTimeUnixNano } of calls) {
    const at = new Date(Number(startTimeUnixNano) / 1e6);
    const more = { kind: 'generation', provider: 'openai', request_model: 'some-model' };
    await store({ spanId, at, more }, { name, scope, attributes, events: events.map(plainEvent) });
  }
  const records = resourceLogs.flatMap(({ scopeLogs }) => scopeLogs).flatMap(({ logRecords }) => logRecords);
  for (const [index, { spanId, eventName, body, attributes }] of records.entries()) {
    // In the order of their times, which is not that of their ids.
    const row = { spanId: (records.length - index).toString(16).padStart(16, '0'), at: new Date(Date.now() + index) };
    const sent = { eventName, body: plain(body), attributes: fieldsOf(attributes) };
    await store({ ...row, more: { kind: 'span', duplicate_of: bytes(spanId) } }, sent);
  }
  return calls.toSorted((a, b) => (a.startTimeUnixNano < b.startTimeUnixNano ? -1 : 1)).map(({ spanId }) => spanId);
}

/**
 * The attribute by which an instrumentation marks a model call; all other spans are around one, or tools.
 */
const MARKS: readonly [attribute: string, values: readonly unknown[]][] = [
  ['langfuse.observation.type', ['generation']],
  ['openinference.span.kind', ['LLM']],
  ['langsmith.span.kind', ['llm']],
  ['gen_ai.operation.name', ['chat', 'generate_content', 'response']],
  ['llm.request.type', ['chat', 'completion']],
  ['mlflow.spanType', ['"CHAT_MODEL"']],
];

function isModelCall({ attributes, scope }: { attributes: Record<string, unknown>; scope: { name: string } }): boolean {
  if ('haystack.agent.step.llm.output' in attributes) return true;
  // For a stream, Logfire puts the answer into the log; the span ends before the answer starts.
  if (scope.name === 'logfire.openai' && 'request_data' in attributes)
    return attributes['logfire.span_type'] === 'log' || 'response_data' in attributes || 'events' in attributes;
  const [attribute, values] = MARKS.find(([name]) => name in attributes) ?? [];
  return attribute !== undefined && values?.includes(attributes[attribute]) === true;
}

const plainEvent = ({ name, attributes = [] }: NonNullable<Sent['events']>[number]) => ({
  name,
  attributes: fieldsOf(attributes),
});

const fieldsOf = (attributes: Sent['attributes']): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));

/** A value that is not a list is text or a number, under the name of its type. */
function plain(value: Value): unknown {
  const { arrayValue, kvlistValue, bytesValue, ...one } = (value ?? {}) as Record<
    string,
    { values?: unknown[] } | undefined
  >;
  if (bytesValue) return Buffer.from(String(bytesValue), 'base64').toString();
  if (arrayValue) return (arrayValue.values ?? []).map((each) => plain(each as Value));
  if (kvlistValue) return fieldsOf((kvlistValue.values ?? []) as Sent['attributes']);
  return Object.values(one)[0];
}
