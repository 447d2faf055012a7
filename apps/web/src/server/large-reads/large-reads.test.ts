// A trace that is large enough for reader processes, in a real database, read as screens and programs read it.
import { createWriteBatch, ensureProject, traceSummary, type TraceKey } from '@subtext/db';
import { BLANK_CALL } from '@subtext/trace';
import { createTestDatabase, storableSpan, type TestDatabase } from '@subtext/db/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { decodeSkeleton } from '../../lib/skeleton/skeleton.ts';
import { previewConversation } from '../trace/conversation/conversation.ts';
import { openExport, traceAsJson, traceAsMarkdown } from '../trace/steps/export.ts';
import { modelContext } from '../trace/conversation/model-context.ts';
import { BusyError } from './busy-error.ts';
import { LargeReads, type LargeReadLimits } from './large-reads.ts';
import type { ComparedTrace } from './reads.ts';
import type { DocumentReader } from './shared-document.ts';

const SPANS = 3_000;
const WHOLE = { mostSpans: 100_000 };
const STAYS = new AbortController().signal;
const LONG = 'It is read before anything else is decided about it. '.repeat(40);

let database: TestDatabase;
let key: TraceKey;
/** Traces of one span each. */
let small: TraceKey;
let large: TraceKey;
let reads: LargeReads;

const messagesOf = (at: number) =>
  JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: `${at} ${LONG}` }] }]);

async function storeOne(trace: TraceKey, body: string): Promise<void> {
  const startedAt = new Date().toISOString();
  const one = storableSpan({ ...trace, span: { spanId: '1'.padStart(16, '0'), startedAt }, calls: [], body });
  await createWriteBatch(database.sql)([{ ...one, projectId: trace.projectId }]);
}

beforeAll(async () => {
  database = await createTestDatabase();
  const { id: projectId } = await ensureProject(database.sql, { slug: 'default', name: 'Default' });
  key = { projectId, traceId: 'a'.repeat(32) };
  const spans = Array.from({ length: SPANS }, (_, at) => {
    const startedAt = new Date(Date.now() - 60_000 + at).toISOString();
    const texts = { thoughts: [`${at} ${LONG}`], preamble: null, arguments: `{"at":${at}}`, result: `${at}` };
    const call = {
      ...BLANK_CALL,
      callId: `call_${at}`,
      toolName: 'look',
      startedAt,
      thinkingState: 'readable' as const,
    };
    const span = { spanId: at.toString(16).padStart(16, '0'), startedAt };
    return {
      ...storableSpan({
        ...key,
        span,
        calls: [{ ...call, thoughtCount: 1, texts }],
        body: JSON.stringify({ at, attributes: { 'gen_ai.input.messages': messagesOf(at) } }),
      }),
      projectId,
    };
  });
  await createWriteBatch(database.sql)(spans);
  small = { projectId, traceId: 'b'.repeat(32) };
  large = { projectId, traceId: 'c'.repeat(32) };
  await storeOne(small, '{}');
  await storeOne(large, JSON.stringify({ text: 'x'.repeat(5 * 1024 ** 2) }));
  await database.sql`analyze`;
});
afterAll(() => database.drop());
afterEach(() => reads.close());

function open(limits: Partial<LargeReadLimits> = {}): LargeReads {
  reads = new LargeReads({ databaseUrl: database.url, sql: database.sql, limits });
  return reads;
}

async function bytesOf(reader: DocumentReader | undefined): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (let piece = await reader!.next(); piece; piece = await reader!.next()) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Written in this process. `summary`: its `quietMs` changes with the clock. */
async function written(name: 'json' | 'markdown', summary: object): Promise<string> {
  const trace = { ...(await openExport(database.sql, key))!, summary: summary as never };
  const texts: string[] = [];
  const write = name === 'json' ? traceAsJson : traceAsMarkdown;
  for await (const text of write(database.sql, key, trace)) texts.push(text);
  return texts.join('');
}

it('a document is the same byte for byte as from this process', { timeout: 120_000 }, async () => {
  const { document } = open();
  const of = (name: 'json' | 'markdown') => document.call(reads, key, { name }, STAYS);
  const markdown = (await bytesOf(await of('markdown'))).toString();
  expect(markdown).toBe(await written('markdown', (await traceSummary(database.sql, key))!));
  const json = (await bytesOf(await of('json'))).toString();
  const { trace, steps, spans } = JSON.parse(json) as {
    trace: { metadata: object };
    steps: unknown[];
    spans: { at: number }[];
  };
  const summary = { ...trace, metadata: Object.entries(trace.metadata) };
  expect(json.slice(json.indexOf('"steps"'))).toBe(
    ((text) => text.slice(text.indexOf('"steps"')))(await written('json', summary)),
  );
  expect(steps).toHaveLength(SPANS);
  expect(spans.map(({ at }) => at)).toEqual(Array.from({ length: SPANS }, (_, at) => at));
});

it('values are the same as from this process', { timeout: 120_000 }, async () => {
  open();
  const input = { ...WHOLE, opening: 300 };
  const skeleton = await reads.value('skeleton', key, { input, signal: STAYS });
  expect(decodeSkeleton(skeleton.rows).spans).toHaveLength(SPANS);
  const found = await reads.value('found', key, { input: { words: '17 It is read', limit: 9 }, signal: STAYS });
  expect(found[0]).toEqual({ spanId: (17).toString(16).padStart(16, '0'), index: 0 });
  const text = await reads.value('comparison', key, { input: WHOLE, signal: STAYS });
  const comparison = JSON.parse(text) as ComparedTrace;
  expect([comparison.calls.length, comparison.requests.length]).toEqual([SPANS, SPANS]);
  const step = await reads.value('stepMarkdown', key, { input: { number: 3 }, signal: STAYS });
  expect(step).toMatch(/^### Step 3\n/);
  expect(await reads.value('stepMarkdown', key, { input: { number: 9_999 }, signal: STAYS })).toBeUndefined();
});

it('what a step had in context is read the same where its trace is long', { timeout: 120_000 }, async () => {
  const spanId = (SPANS - 1).toString(16).padStart(16, '0');
  open();
  const seen = { spanId, offset: 0 };
  expect(await reads.value('seen', key, { input: seen, signal: STAYS })).toEqual(
    await modelContext(database.sql, key, seen),
  );
  const choices = { spanId, target: 'origin', model: '', thinking: false, answer: true, pin: [], skip: [] };
  const conversation = await reads.value('conversation', key, { input: choices, signal: STAYS });
  expect(conversation).toEqual(await previewConversation(database.sql, key, choices));
  expect(conversation!.preview).not.toBe('');
  const file = await reads.document(key, { name: 'conversation', choices, as: 'json' }, STAYS);
  expect((await bytesOf(file)).toString().slice(0, 64_000)).toBe(conversation!.preview);
});

it('a short trace is read by a reader where its payloads are large', { timeout: 120_000 }, async () => {
  open();
  const input = { spanId: '1'.padStart(16, '0'), offset: 0, length: 20 };
  expect((await reads.value('payload', small, { input, signal: STAYS }))!.text).toBe('{}');
  expect(reads.readerProcessIds).toEqual([]);
  expect((await reads.value('payload', large, { input, signal: STAYS }))!.text).toBe('{"text":"xxxxxxxxxxx');
  expect(reads.readerProcessIds).toHaveLength(1);
});

it(
  'a reader is there before the first read, and the same one serves the next reads',
  { timeout: 120_000 },
  async () => {
    open();
    reads.prepare();
    const prepared = reads.readerProcessIds;
    expect(prepared).toHaveLength(1);
    const ask = (words: string) => reads.value('found', key, { input: { words, limit: 1 }, signal: STAYS });
    for (const words of ['1 It', '2 It']) await ask(words);
    expect(reads.readerProcessIds).toEqual(prepared);
  },
);

it('equal requests at once are one read, of values as of documents', { timeout: 120_000 }, async () => {
  open();
  const ask = () => reads.value('comparison', key, { input: WHOLE, signal: STAYS });
  const [one, ...others] = await Promise.all([ask(), ask(), ask()]);
  // One string, which a reader sent once.
  for (const other of others) expect(other).toBe(one);
  const readers = await Promise.all(Array.from({ length: 30 }, () => reads.document(key, { name: 'json' }, STAYS)));
  const files = await Promise.all(readers.map(bytesOf));
  for (const file of files) expect(file.equals(files[0]!)).toBe(true);
});

it(
  'different reads of one project wait in a queue, and are refused when it is full',
  { timeout: 120_000 },
  async () => {
    open({ values: { atOnce: 2, ofProject: 1, waiting: 1, patienceMs: 60_000 } });
    const ask = (words: string) =>
      reads.value('found', key, { input: { words, limit: 1 }, signal: STAYS }).then(
        () => 'found',
        (error: unknown) => error instanceof BusyError && error.retryAfterSeconds,
      );
    const answers = await Promise.all(['1 It', '2 It', '3 It', '4 It'].map(ask));
    expect(answers.toSorted()).toEqual([5, 5, 'found', 'found']);
  },
);

it(
  'a client that leaves ends the read and its statements, and the next one succeeds',
  { timeout: 120_000 },
  async () => {
    open();
    const gone = new AbortController();
    const reader = (await reads.document(key, { name: 'json' }, gone.signal))!;
    await reader.next();
    gone.abort();
    await expect
      .poll(
        async () => {
          const [row] = await database.sql<{ running: number }[]>`select count(*)::int as running from pg_stat_activity
          where application_name = 'subtext web reader' and datname = current_database() and state <> 'idle'`;
          return row!.running;
        },
        { timeout: 60_000 },
      )
      .toBe(0);
    expect((await bytesOf(await reads.document(key, { name: 'markdown' }, STAYS))).length).toBeGreaterThan(0);
  },
);

it('there is no document of a trace that is not there', async () => {
  open();
  const other = { ...key, traceId: 'd'.repeat(32) };
  expect(await reads.document(other, { name: 'json' }, STAYS)).toBeUndefined();
});

it('a reader that is killed fails its read, and the next read has a new one', { timeout: 120_000 }, async () => {
  open();
  const reading = reads.value('comparison', key, { input: WHOLE, signal: STAYS });
  const failed = expect(reading).rejects.toThrow('The reader ended during the read (SIGKILL).');
  await expect.poll(() => reads.readerProcessIds.length, { timeout: 60_000 }).toBe(1);
  process.kill(reads.readerProcessIds[0]!, 'SIGKILL');
  await failed;
  const again = JSON.parse(await reads.value('comparison', key, { input: WHOLE, signal: STAYS })) as ComparedTrace;
  expect(again.calls).toHaveLength(SPANS);
});
