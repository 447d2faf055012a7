// Exports of Langfuse, imported by the real program into a real ingest.
import { checkSums } from '@subtext/db';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';

/** Each starts the program once or twice, also on a busy machine. */
const TIMEOUT_MS = 60_000;
const PROGRAM = join(import.meta.dirname, '../../../../packages/cli/src/main.ts');

let ingest: TestIngest;
let directory: string;

beforeEach(async () => {
  ingest = await startIngest();
  directory = await mkdtemp(join(tmpdir(), 'subtext-langfuse-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
  await ingest.close();
});

const THINKING = 'The order was refunded before, so I look.';
const MESSAGES = [{ role: 'user', content: 'Why was order 8812 refunded twice?' }];
const ANSWER = {
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: THINKING, signature: 'sig' },
    { type: 'tool_use', id: 'toolu_1', name: 'get_order', input: { order: 8812 } },
  ],
};
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const GENERATION_ID = 'b7ad6b7169203331';

/** As the integration with a blob storage writes them: large counts as texts, JSON as text, times without a zone. */
const BLOB = {
  traces: [
    {
      ...{ id: TRACE_ID, timestamp: '2026-11-20 10:00:00.000000', name: 'support', environment: 'production' },
      ...{ project_id: 'p', metadata: { customer: 'acme' }, user_id: 'user 4711', session_id: 'session 1' },
      ...{ release: 'v1', tags: ['refund', 'vip'], input: JSON.stringify(MESSAGES), output: '"Twice by a retry."' },
    },
    // Without observations.
    {
      ...{ id: 'a trace of 2024', timestamp: '2026-11-20 11:00:00.000000', name: 'ping', tags: [] },
      ...{ input: 'Are you there?', output: 'Yes.', metadata: {} },
    },
  ],
  observations: [
    {
      ...{ id: 'root', trace_id: TRACE_ID, type: 'AGENT', name: 'support agent', parent_observation_id: null },
      ...{ start_time: '2026-11-20 10:00:00.000000', end_time: '2026-11-20 10:00:09.000000', level: 'DEFAULT' },
      ...{ input: JSON.stringify(MESSAGES), output: '', usage_details: {}, cost_details: {} },
    },
    {
      ...{ id: GENERATION_ID, trace_id: TRACE_ID, type: 'GENERATION', name: 'ask', parent_observation_id: 'root' },
      ...{ start_time: '2026-11-20 10:00:01.000000', end_time: '2026-11-20 10:00:03.000000', level: 'DEFAULT' },
      ...{ completion_start_time: '2026-11-20 10:00:01.500000', provided_model_name: 'claude-sonnet-4-5' },
      ...{ input: JSON.stringify(MESSAGES), output: JSON.stringify(ANSWER), model_parameters: '{"temperature":"1"}' },
      usage_details: {
        input: '100',
        input_cached_tokens: '20',
        output: '30',
        output_reasoning_tokens: '10',
        total: '160',
      },
      cost_details: { input: 0.001, output: 0.002, total: 0.003 },
    },
    {
      ...{ id: 'c7ad6b7169203331', trace_id: TRACE_ID, type: 'TOOL', name: 'get_order', parent_observation_id: 'root' },
      ...{ start_time: '2026-11-20 10:00:03.000000', end_time: '2026-11-20 10:00:04.000000', level: 'ERROR' },
      ...{ status_message: 'no such order', input: '{"order":8812}', output: '', usage_details: {}, cost_details: {} },
    },
  ],
  scores: [
    {
      ...{
        id: 's1',
        timestamp: '2026-11-21 09:00:00.000000',
        trace_id: TRACE_ID,
        observation_id: null,
        name: 'helpful',
      },
      ...{ value: 0.9, data_type: 'NUMERIC', string_value: null, comment: 'Well explained.', source: 'API' },
    },
    {
      ...{ id: 's2', timestamp: '2026-11-21 09:00:00.000000', trace_id: TRACE_ID, observation_id: GENERATION_ID },
      ...{ name: 'tone', value: 0, data_type: 'CATEGORICAL', string_value: 'friendly', comment: null, source: 'EVAL' },
    },
    // A score of a session, which has no trace.
    { id: 's3', timestamp: '2026-11-21 09:00:00.000000', trace_id: null, session_id: 'session 1', name: 'x', value: 1 },
  ],
};

const camel = (record: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]: [string, unknown]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      name === 'input' || name === 'output' ? parsed(value) : value,
    ]),
  );

function parsed(value: unknown): unknown {
  try {
    return JSON.parse(String(value)) as unknown;
  } catch {
    return value;
  }
}

/** As `GET /api/public/traces/<id>` answers. */
const fromApi = () => ({
  ...camel(BLOB.traces[0]!),
  observations: BLOB.observations.map(camel),
  scores: BLOB.scores.slice(0, 2).map(camel),
});

async function write(name: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(directory, name)), { recursive: true });
  await writeFile(join(directory, name), content);
}

const lines = (records: readonly object[]) => `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;

async function run(...parameters: string[]) {
  const env = { PATH: process.env.PATH, SUBTEXT_INGEST_URL: ingest.url, SUBTEXT_API_KEY: ingest.key };
  const child = spawn(process.execPath, [PROGRAM, 'import', 'langfuse', ...parameters], {
    env: env as NodeJS.ProcessEnv,
  });
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  const code = await new Promise((resolve) => void child.once('close', resolve));
  return { code, out, error };
}

async function imported(): Promise<unknown> {
  const { code, out, error } = await run(directory, '--json');
  expect([code, error]).toEqual([0, '']);
  return JSON.parse(out);
}

const traces = () => ingest.database.sql`
  SELECT encode(trace_id, 'hex') AS id, name, asked, session_id, user_id, environment, release, tags, metadata,
    started_at, models, agents, error_count, input_tokens::int AS input, cache_read_tokens::int AS cached,
    output_tokens::int AS output, reasoning_tokens::int AS thinking,
    (input_cost + answer_cost + readable_cost + summary_cost + no_text_cost + untold_cost)::int AS cost
  FROM traces ORDER BY started_at`;

const SUPPORT = {
  ...{ id: TRACE_ID, name: 'support', asked: 'Why was order 8812 refunded twice?', session_id: 'session 1' },
  ...{ user_id: 'user 4711', environment: 'production', release: 'v1', tags: ['refund', 'vip'] },
  ...{ metadata: { customer: 'acme' }, started_at: new Date('2026-11-20T10:00:00Z') },
  ...{ models: ['claude-sonnet-4-5'], agents: ['support agent'], error_count: 1 },
  ...{ input: 120, cached: 20, output: 40, thinking: 10, cost: 3_000_000 },
};

const scores = () => ingest.database.sql`
  SELECT encode(trace_id, 'hex') AS trace, encode(span_id, 'hex') AS span, target, name, number, label, comment
  FROM scores ORDER BY name`;

const SCORES = [
  {
    trace: TRACE_ID,
    span: null,
    target: 'trace',
    name: 'helpful',
    number: 0.9,
    label: null,
    comment: 'Well explained.',
  },
  {
    trace: TRACE_ID,
    span: GENERATION_ID,
    target: 'step',
    name: 'tone',
    number: null,
    label: 'friendly',
    comment: null,
  },
];

describe('subtext import langfuse', { timeout: TIMEOUT_MS }, () => {
  it('reads files of the blob storage: traces with usage, cost, thinking, session, user, tags and scores', async () => {
    for (const table of ['traces', 'observations', 'scores'] as const)
      await write(
        `p/${table}/2026-11-20.jsonl${table === 'traces' ? '.gz' : ''}`,
        table === 'traces' ? gzipSync(lines(BLOB.traces)) : lines(BLOB[table]),
      );
    expect(await imported()).toEqual({
      ...{ files: 3, traces: 2, spans: 4, scores: 2, records_not_read: 1, rejected: 0, dry_run: false },
    });
    expect(await traces()).toMatchObject([SUPPORT, { name: 'ping', tags: [], error_count: 0 }]);
    expect(await scores()).toEqual(SCORES);
    const [call] = await ingest.database.sql`
      SELECT c.tool_name, x.thoughts FROM tool_calls AS c JOIN tool_call_texts AS x USING (project_id, day, trace_id, span_id, call_index)
      WHERE c.described_by = 'generation'`;
    expect(call).toEqual({ tool_name: 'get_order', thoughts: [THINKING] });
  });

  it('reads what the API answers, and gives the same', async () => {
    await write('trace.json', JSON.stringify({ data: [fromApi()], meta: { page: 1 } }));
    expect(await imported()).toMatchObject({ traces: 1, spans: 3, scores: 2, records_not_read: 0 });
    expect(await traces()).toMatchObject([SUPPORT]);
    expect(await scores()).toEqual(SCORES);
  });

  it('reads enriched observations, which have the facts of their trace', async () => {
    const facts = { user_id: SUPPORT.user_id, session_id: SUPPORT.session_id, tags: SUPPORT.tags, release: 'v1' };
    const enriched = BLOB.observations.map((one) => ({
      ...one,
      ...facts,
      trace_name: SUPPORT.name,
      environment: 'production',
    }));
    await write('observations_v2/1.jsonl', lines(enriched));
    expect(await imported()).toMatchObject({ traces: 1, spans: 3 });
    expect(await traces()).toMatchObject([{ ...SUPPORT, metadata: {} }]);
  });

  it('counts nothing twice', async () => {
    await write('trace.json', JSON.stringify(fromApi()));
    await imported();
    const before = [await traces(), await scores()];
    await imported();
    expect([await traces(), await scores()]).toEqual(before);
    expect(await checkSums(ingest.database.sql, ingest.projectId)).toEqual([]);
  });

  it('only counts in a dry run, and says what it could not read', async () => {
    await write('observations.jsonl', `${lines(BLOB.observations)}no JSON\n{"a":1}\n`);
    const { code, out } = await run(directory, '--dry-run');
    expect([code, out]).toEqual([0, expect.stringContaining('Would import 1 traces with 3 spans and 0 scores')]);
    expect(out).toContain('2 records are no traces');
    expect(await traces()).toEqual([]);
    expect(await run(join(directory, 'nowhere'))).toMatchObject({
      code: 1,
      error: expect.stringContaining('nothing at'),
    });
  });
});
