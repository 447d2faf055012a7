import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import type { SearchField } from './search-fields.ts';
import { refineCalls, type CallSearch } from './search-refine.ts';
import { searchResults } from './search-results.ts';
import { searchSnippets } from './search-snippets.ts';
import { insertModelHour, insertTrace } from '../testing-rows.ts';
import { thinkingCoverage } from '../costs/thinking-coverage.ts';

const PROJECT = '00000000-0000-4000-8000-000000000001';
const STRANGER = '00000000-0000-4000-8000-000000000002';
const TRACE = 'aa'.repeat(16);
const OTHER = 'bb'.repeat(16);
const SPAN = '01'.repeat(8);
const RUN = '02'.repeat(8);
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const projectId of [PROJECT, STRANGER])
    await insertTrace(database.sql, {
      projectId,
      traceId: TRACE,
      trace: { asked: 'Refund order 8812', started_at: at(1), step_count: 3, models: ['gpt-5.2'] },
      spans: [{ span_id: SPAN, started_at: at(1), response_model: 'gpt-5.2-2026' }],
      calls: [
        {
          span_id: SPAN,
          call_index: 0,
          call_id: 'c1',
          tool_name: 'update_order',
          thinking_state: 'summary',
          texts: {
            thoughts: [`${'x '.repeat(300)}the schema changed, so I retry 100 %`, 'and then 注文を確認する'],
            preamble: 'Let me try.',
            arguments: '{"order":"8812"}',
          },
        },
        { span_id: SPAN, call_index: 1, tool_name: 'read_file', texts: { arguments: '{"path":"schema.sql"}' } },
        {
          span_id: SPAN,
          call_index: 2,
          type: 'answer',
          tool_name: 'text_output',
          texts: { arguments: 'The schema is fine.' },
        },
        { span_id: SPAN, call_index: 3, type: 'trailing', tool_name: '', texts: { preamble: 'One more schema' } },
        {
          span_id: RUN,
          call_index: 0,
          call_id: 'c1',
          tool_name: '',
          described_by: 'execution',
          status: 'error',
          texts: { result: '422 unknown schema' },
        },
      ],
    });
  await insertTrace(database.sql, {
    projectId: PROJECT,
    traceId: OTHER,
    trace: { started_at: at(9) },
    calls: [{ span_id: SPAN, call_index: 0, texts: { result: 'schema of another trace' } }],
  });
});
afterAll(() => database.drop());

const KEYS = [
  ...[0, 1, 2, 3].map((index) => ({ traceId: TRACE, spanId: SPAN, index })),
  { traceId: TRACE, spanId: RUN, index: 0 },
];
const search = (terms: string[], rest: Partial<CallSearch> = {}) =>
  refineCalls(
    database.sql,
    {
      projectId: PROJECT,
      from: null,
      to: null,
      conditions: [],
      terms,
      excluded: [],
      fields: ['thought', 'said', 'args', 'result', 'answer'],
      ...rest,
    },
    KEYS,
  );
const found = async (...given: Parameters<typeof search>) =>
  (await search(...given)).map(({ spanId, index }) => (spanId === RUN ? 'run' : index));

describe('calls that contain a word', () => {
  it('are kept when they contain all words and none that is excluded', async () => {
    expect(await found(['schema'])).toEqual([0, 1, 2, 3, 'run']);
    expect(await found(['schema', 'RETRY'])).toEqual([0]);
    expect(await found(['schema changed'])).toEqual([0]);
    expect(await found(['schema'], { excluded: ['retry', 'fine'] })).toEqual([1, 3, 'run']);
    expect(await found(['注文', '100 %'])).toEqual([0]);
    expect(await found(['chema'])).toEqual([]);
    expect(await found([`a'; drop table traces --`, '(', '[', '\\', '*'])).toEqual([]);
  });

  it('are searched only in the requested fields', async () => {
    const inField = async (field: SearchField) => found(['schema'], { fields: [field] });
    expect(await inField('thought')).toEqual([0]);
    expect(await inField('said')).toEqual([3]);
    expect(await inField('args')).toEqual([1]);
    expect(await inField('answer')).toEqual([2]);
    expect(await inField('result')).toEqual(['run']);
    const [first] = await search(['schema', 'let me'], { fields: ['thought', 'said'] });
    expect(first).toMatchObject({
      matched: ['thought', 'said'],
      model: 'gpt-5.2-2026',
      tool: 'update_order',
      callId: 'c1',
    });
  });

  it('are filtered by their response, their trace and its range', async () => {
    const tool = (value: string, negated = false) => ({ field: 'tool' as const, value, negated });
    expect(await found(['schema'], { conditions: [tool('read_file')] })).toEqual([0, 1, 2, 3, 'run']);
    expect(await found(['schema'], { conditions: [tool('read_file', true)] })).toEqual([]);
    expect(await found(['schema'], { conditions: [{ field: 'state', value: 'summary', negated: false }] })).toEqual([
      0,
    ]);
    expect(await found(['schema'], { conditions: [{ field: 'model', value: 'glm', negated: false }] })).toEqual([]);
    expect(await found(['schema'], { from: at(2) })).toEqual([]);
    expect(await found(['schema'], { projectId: '00000000-0000-4000-8000-000000000003' })).toEqual([]);
  });
});

it('a call that was found by its result has the tool and the model of the response that requested it', async () => {
  const [run] = await search(['unknown'], { fields: ['result'] });
  expect(run).toMatchObject({ describedBy: 'execution', tool: 'update_order', model: 'gpt-5.2-2026' });
});

it('results are searched in the newest traces, and the search reports whether that was all', async () => {
  const results = {
    projectId: PROJECT,
    from: null,
    to: null,
    conditions: [],
    term: 'schema',
    mostTraces: 10,
    limit: 10,
  };
  const both = await searchResults(database.sql, results);
  expect(both).toMatchObject({
    found: [{ traceId: OTHER }, { traceId: TRACE, spanId: RUN, index: 0 }],
    complete: true,
  });
  expect(await searchResults(database.sql, { ...results, mostTraces: 1 })).toMatchObject({
    found: [{ traceId: OTHER }],
    complete: false,
  });
  expect(await searchResults(database.sql, { ...results, limit: 1 })).toMatchObject({ complete: false });
  expect(await searchResults(database.sql, { ...results, term: 'nowhere' })).toEqual({ found: [], complete: true });
});

it('texts are cut around the word, and belong to this project', async () => {
  const keys = [KEYS[0]!, KEYS[4]!];
  const [thought, run] = await searchSnippets(database.sql, PROJECT, { keys, terms: ['schema'] });
  expect(thought).toMatchObject({
    title: 'Refund order 8812',
    steps: 3,
    texts: { said: 'Let me try.', args: '{"order":"8812"}' },
  });
  expect(thought!.texts.thought).toMatch(/^… [x ]+the schema changed, so I retry 100 %\n\nand then 注文を確認する$/);
  expect(run!.texts).toEqual({ result: '422 unknown schema' });
  const none = '00000000-0000-4000-8000-000000000003';
  expect(await searchSnippets(database.sql, none, { keys, terms: ['schema'] })).toEqual([]);
});

it('thinking coverage of a range splits thinking by whether it can be read', async () => {
  const sums = {
    generations: 4,
    generations_reporting: 3,
    reasoning_tokens: 100,
    readable_tokens: 8,
    summary_tokens: 73,
    no_text_tokens: 19,
  };
  for (const hour of [at(0), new Date(at(0).getTime() - 86_400_000)])
    await insertModelHour(database.sql, { project_id: PROJECT, hour, model: 'm', ...sums });
  const day = { from: at(30), to: null };
  expect(await thinkingCoverage(database.sql, PROJECT, day)).toEqual({
    readable: 8n,
    summary: 73n,
    noText: 19n,
    untold: 0n,
    generations: 4,
    reporting: 3,
  });
  expect(await thinkingCoverage(database.sql, PROJECT, { from: null, to: null })).toMatchObject({ noText: 38n });
  expect(await thinkingCoverage(database.sql, STRANGER, day)).toMatchObject({ readable: 0n, generations: 0 });
});
