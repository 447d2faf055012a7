/**
 * Conversations of all conventions with secrets in their texts, and projects with rules that receive them. For tests of
 * what is stored.
 */
import { randomBytes } from 'node:crypto';
import { createApiKey, ensureProject } from '@subtext/db';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { ANSWER, PREAMBLE, QUESTION, THOUGHT, type ConventionFixture } from '@subtext/conventions/testing';
import type { TestIngest } from './ingest.ts';

export interface Sender {
  projectId: string;
  send(body: object | Uint8Array, path?: string): Promise<number>;
}

const HASH_KEY = 'a'.repeat(64);

/** A project of its own with these rules, as they stand in the database. */
export async function projectOn(on: TestIngest, rules: object): Promise<Sender> {
  const { sql } = on.database;
  const { id: projectId } = await ensureProject(sql, { slug: randomBytes(8).toString('hex'), name: 'P' });
  const stored = typeof rules === 'object' && !('hashKey' in rules) ? { ...rules, hashKey: HASH_KEY } : rules;
  await sql`INSERT INTO project_rules (project_id, rules) VALUES (${projectId}, ${JSON.stringify(stored)}::text::jsonb)`;
  const { key } = await createApiKey(sql, { projectId, name: 'k', scopes: ['ingest'] });
  const send = async (body: object | Uint8Array, path = '/v1/traces') => {
    const isBytes = body instanceof Uint8Array;
    const answer = await fetch(`${on.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': isBytes ? 'application/x-protobuf' : 'application/json', 'x-api-key': key },
      body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
    });
    return answer.status;
  };
  return { projectId, send };
}

/** No text of a fixture holds it. */
export const word = () => `zq${randomBytes(6).toString('hex')}`;

/** The conversation of a fixture with these in its texts, and as many as there is place for around them. */
export function planted(
  fixture: ConventionFixture,
  secrets: Record<'reasoning' | 'text' | 'arguments' | 'results', string>,
) {
  const text = JSON.stringify(fixture)
    .replaceAll(THOUGHT, `${THOUGHT} ${secrets.reasoning}`)
    .replaceAll(PREAMBLE, `${PREAMBLE} ${secrets.text}`)
    .replaceAll(ANSWER, `${ANSWER} ${secrets.text}`)
    .replaceAll(QUESTION, `${QUESTION} ${secrets.text}`)
    .replaceAll('A7', secrets.arguments)
    .replaceAll(/(\\*")(units|euros)\\*":\d+/g, (found, quote: string) =>
      found.replace(/\d+$/, `${quote}${secrets.results}${quote}`),
    )
    // The question names the article, too: it is text there.
    .replaceAll(`Is ${secrets.arguments} in stock`, `Is ${secrets.text} in stock`);
  return JSON.parse(text) as ConventionFixture;
}

export function bytesOf({ scope, spans }: ConventionFixture, around = ''): Uint8Array {
  const memory = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: memory })] });
  for (const { name, attributes, events } of spans) {
    const extra =
      around === ''
        ? {}
        : { [`custom.${around}`]: 1, 'custom.list': [around], 'custom.json': JSON.stringify([{ a: around }]) };
    const span = provider.getTracer(scope).startSpan(name, { attributes: { ...attributes, ...extra } });
    for (const event of events ?? []) span.addEvent(event.name, event.attributes);
    if (around !== '') {
      span.addEvent(`event ${around}`, { 'exception.message': around });
      span.addLink({ context: span.spanContext(), attributes: { link: around } });
      span.setStatus({ code: 2, message: `failed for ${around}` });
    }
    span.end();
  }
  return ProtobufTraceSerializer.serializeRequest(memory.getFinishedSpans()) as Uint8Array;
}
