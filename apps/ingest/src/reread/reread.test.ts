/** Reprocessing with this version's readers: their own rows stay, rows of an older version become the same. */
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { checkSums, createWriteBatch, ensureProject, reprocessStored, type Reprocessed } from '@subtext/db';
import type { StorableSpan } from '@subtext/trace';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIXTURES, type ConventionFixture } from '@subtext/conventions/testing';
import { decodeJsonLogs } from '../otlp/decode-json-logs.ts';
import { decodeProtobuf } from '../otlp/decode-protobuf.ts';
import { policyOf, applyPolicyToSpan, listedTextUnder } from '../policy/index.ts';
import { prepareLog } from '../read/read-logs.ts';
import { prepareSpan } from '../read/read-traces.ts';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonLog, jsonLogs } from '../testing/otlp-logs.ts';
import { readerOf } from './read-stored.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

let projects = 0;
async function newProject(): Promise<{ projectId: string; slug: string }> {
  const slug = `reread-${++projects}`;
  return { slug, projectId: (await ensureProject(server.database.sql, { slug, name: slug })).id };
}

function bytesOf({ scope, spans }: ConventionFixture): Buffer {
  const memory = new InMemorySpanExporter();
  const tracer = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: memory })] }).getTracer(
    scope,
  );
  for (const { name, attributes, events } of spans) {
    const span = tracer.startSpan(name, { attributes });
    for (const event of events ?? []) span.addEvent(event.name, event.attributes);
    span.end();
  }
  return Buffer.from(ProtobufTraceSerializer.serializeRequest(memory.getFinishedSpans())!);
}

const isStorable = (outcome: object | undefined): outcome is StorableSpan =>
  outcome !== undefined && !('reason' in outcome);

const CODEX = jsonLogs([
  jsonLog({ attributes: { 'event.name': 'codex.user_prompt', 'conversation.id': 'c1', prompt: 'Is A7 in stock?' } }),
  jsonLog({
    attributes: {
      ...{
        'event.name': 'codex.sse_event',
        'event.kind': 'response.completed',
        'conversation.id': 'c1',
        model: 'gpt-5.2',
      },
      ...{ input_token_count: 120, output_token_count: 40, reasoning_token_count: 24 },
    },
  }),
  jsonLog({
    attributes: {
      ...{ 'event.name': 'codex.tool_result', 'conversation.id': 'c1', tool_name: 'shell', call_id: 'call_1' },
      ...{ arguments: '{"command":["ls"]}', output: 'A7', duration_ms: 12, success: 'true' },
    },
  }),
]);

/** Spans of every convention. Made once: the same spans for every project. */
const SENT = FIXTURES.flatMap((fixture) => decodeProtobuf(bytesOf(fixture)));

const spansOf = (projectId: string): StorableSpan[] =>
  SENT.map((span) => prepareSpan({ projectId }, span)).filter(isStorable);

/** The ids of their spans are made of the project, too. */
const logsOf = (projectId: string): StorableSpan[] =>
  decodeJsonLogs(Buffer.from(JSON.stringify(CODEX)))
    .map((record) => prepareLog({ projectId }, record))
    .filter(isStorable);

const store = (spans: readonly StorableSpan[]) => createWriteBatch(server.database.sql)(spans);

async function reread(projectId: string): Promise<Reprocessed> {
  const read = readerOf({ projectId });
  const page = await reprocessStored(server.database.sql, { projectId, after: null, isDry: false, read });
  expect(page.next === null || page.traces < 200).toBe(true);
  return page;
}

/** Every row, without what differs from project to project. */
async function rowsOf(projectId: string): Promise<Record<string, string[]>> {
  const { sql } = server.database;
  const tables = ['spans', 'tool_calls', 'tool_call_texts', 'traces', 'model_rollups', 'tool_rollups'].map(
    async (table) => {
      const rows = await sql.unsafe<{ row: string }[]>(
        `SELECT (to_jsonb(t) - 'project_id' - 'updated_at' - 'words')::text AS row FROM ${table} AS t WHERE project_id = $1`,
        [projectId],
      );
      return [table, rows.map(({ row }) => row).sort()] as const;
    },
  );
  return Object.fromEntries(await Promise.all(tables));
}

describe('spans of every convention, and log records of a session', () => {
  test('stay as they are when the reader of this version stored them', async () => {
    const { projectId } = await newProject();
    const sent = [...spansOf(projectId), ...logsOf(projectId)];
    await store(sent);
    const before = await rowsOf(projectId);
    const { columns, left, spans } = await reread(projectId);
    expect([[...columns], [...left], spans]).toEqual([[], [], sent.length]);
    expect(await rowsOf(projectId)).toEqual(before);
  });

  test('become what storing them now makes of them, when an older reader knew no convention', async () => {
    const [upgraded, fresh] = [(await newProject()).projectId, (await newProject()).projectId];
    await store(spansOf(upgraded).map(asUnknown));
    await store(spansOf(fresh));
    expect((await reread(upgraded)).changed).toBeGreaterThan(100);
    expect(await checkSums(server.database.sql, upgraded)).toEqual([]);
    expect(await rowsOf(upgraded)).toEqual(await rowsOf(fresh));
  });

  test('are a session again when an older reader did not know its log records', async () => {
    const { projectId } = await newProject();
    await store(logsOf(projectId).map(asUnknown));
    await reread(projectId);
    expect(await checkSums(server.database.sql, projectId)).toEqual([]);
    const [trace] = await server.database.sql`
      SELECT session_id, asked, generation_count, output_tokens, reasoning_tokens FROM traces WHERE project_id = ${projectId}`;
    expect({ ...trace }).toEqual({
      ...{ session_id: 'c1', asked: 'Is A7 in stock?' },
      ...{ generation_count: 1, output_tokens: 40n, reasoning_tokens: 24n },
    });
  });
});

/** A row of the tree, as an unrecognized span becomes. */
function asUnknown(stored: StorableSpan): StorableSpan {
  const { spanId, parentSpanId, name, startedAt, durationNs, status, service, scope, droppedAttributes } = stored.span;
  const plain = prepareSpan({ projectId: '' }, { ...SENT[0]!, attributes: new Map(), events: [] });
  if (!isStorable(plain)) throw new Error('A span without attributes is stored.');
  const own = { spanId, parentSpanId, name, startedAt, durationNs, status, service, scope, droppedAttributes };
  const { price, logRecordThinking: _lends, ...others } = { ...stored, price: null };
  return {
    ...others,
    price,
    span: { ...plain.span, ...own },
    calls: [],
    trace: { ...plain.trace, endedAt: stored.trace.endedAt },
  };
}

test('what a project does not keep is not read again: its rows were made of more than is left', async () => {
  const { projectId } = await newProject();
  const policy = policyOf({
    version: 1,
    rules: { capture: { reasoning: 'length', text: 'none', arguments: 'none', results: 'none' } },
  });
  const home = { projectId, listedText: listedTextUnder(policy) };
  const outcomes = await Promise.all(
    SENT.slice(0, 20).map((span) => applyPolicyToSpan(policy, span, (masked) => prepareSpan(home, masked))),
  );
  await store(outcomes.filter(isStorable));
  const before = await rowsOf(projectId);
  const { columns, left } = await reread(projectId);
  expect([[...columns], [...left]]).toEqual([[], [['the rules of the project kept only part of what was sent', 20]]]);
  expect(await rowsOf(projectId)).toEqual(before);
});

test('a text that a project keeps the beginning of is not made whole again, where its payload was not cut with it', async () => {
  const { projectId } = await newProject();
  const policy = policyOf({ version: 1, rules: { limits: { arguments: 200 } } });
  // Longer as a whole than any of its texts.
  const given = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`line${index}`, 'x'.repeat(30)]));
  const parts = [{ type: 'tool_call', id: 'call_1', name: 'save', arguments: given }];
  const messages = JSON.stringify([{ role: 'assistant', parts, finish_reason: 'tool_call' }]);
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'gpt-5.2',
    'gen_ai.output.messages': messages,
  };
  const span = { ...SENT[0]!, events: [], attributes: new Map(Object.entries(attributes)) };
  await store([await applyPolicyToSpan(policy, span, (bare) => prepareSpan({ projectId }, bare))].filter(isStorable));
  const before = await rowsOf(projectId);
  expect(before.tool_call_texts!.join()).toContain('characters kept]');
  const { left } = await reread(projectId);
  expect(await rowsOf(projectId)).toEqual(before);
  expect([...left]).toEqual([['a text of it is cut to the limits of the project', 1]]);
});

test('a text that was too long to be kept whole leaves its span as it is', async () => {
  const { projectId } = await newProject();
  const span = {
    ...SENT[0]!,
    attributes: new Map([...SENT[0]!.attributes, ['input.value', `{"messages":"${'x'.repeat(1_100_000)}"}`]]),
  };
  await store([prepareSpan({ projectId }, span)].filter(isStorable));
  expect([...(await reread(projectId)).left]).toEqual([['a text of what was sent was too long to be kept whole', 1]]);
});

test('a cost stays at the price with which it was computed, as long as it is of the same model', async () => {
  const { projectId } = await newProject();
  const dearer = spansOf(projectId).map((stored) =>
    stored.price ? { ...stored, price: { ...stored.price, source: 'older list' } } : stored,
  );
  await store(dearer);
  const { columns } = await reread(projectId);
  expect([...columns]).toEqual([]);
});

test('a price that was found for the model asked for stays, though the list of today knows the one that answered', async () => {
  const { projectId } = await newProject();
  const at = new Map(
    Object.entries({
      ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'gpt-4o' },
      ...{ 'gen_ai.response.model': 'gpt-4o-mini', 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 10 },
    }),
  );
  const reported = [prepareSpan({ projectId }, { ...SENT[0]!, events: [], attributes: at })].filter(isStorable);
  await store(
    reported.map((stored) => ({ ...stored, price: { ...stored.price!, model: 'gpt-4o', source: 'older list' } })),
  );
  const { columns } = await reread(projectId);
  expect([...columns.keys()].filter((column) => column === 'spans.price_id')).toEqual([]);
});

describe('the command', () => {
  /** Reported every few seconds. */
  const PROGRESS = /^.* traces read, until .*\n/gm;
  const run = async (...words: string[]) => {
    const main = fileURLToPath(new URL('./main.ts', import.meta.url));
    const env = { ...process.env, DATABASE_URL: server.database.url };
    return promisify(execFile)(process.execPath, [main, ...words], { env }).then(
      ({ stdout }) => ({ code: 0, said: stdout.replaceAll(PROGRESS, '') }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
    );
  };

  test(
    'says what would change and changes nothing, then changes it, and then there is nothing to do',
    { timeout: 120_000 },
    async () => {
      const { projectId, slug } = await newProject();
      await store(spansOf(projectId).map(asUnknown));
      const before = await rowsOf(projectId);
      const dry = await run('--dry-run', '--project', slug);
      expect(dry.said).toMatch(/would change/);
      expect(dry.said).toMatch(/ {2}spans\.kind: \d+ rows/);
      expect(await rowsOf(projectId)).toEqual(before);
      expect((await run('--project', slug)).said).toBe(dry.said.replace('would change', 'changed'));
      expect((await run('--project', slug)).said).toMatch(/all as today’s readers have it/);
    },
  );

  test.each([
    [['--project', 'nobody'], 'There is no project "nobody".'],
    [['--after', 'a/b'], '--after takes what an interrupted run has printed'],
    [['--unknown'], 'Unknown option'],
  ])('refuses %j', async (words, said) => {
    const outcome = await run(...words);
    expect(outcome.code).toBe(1);
    expect(outcome.said).toContain(said);
  });
});
