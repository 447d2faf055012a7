/** Two instrumentations report one response. What one of them lacks is filled in from the other, in any order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureProject } from '../projects/projects.ts';
import type { CallRecord, StorableSpan } from '@subtext/trace';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { storableSpan } from '../testing/storable-spans.ts';
import { createWriteBatch } from './write-batch.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const [plain] = storableSpan({}).calls as [CallRecord];
const thinking: CallRecord = {
  ...plain,
  thinkingState: 'readable',
  reasoningTokens: 64,
  reasoningTokensSource: 'reported',
  reasoningCost: 5,
  thoughtCount: 1,
  thoughtPreview: 'Need stock first.',
  texts: { thoughts: ['Need stock first.'], preamble: null, arguments: '{}', result: null },
};
const silent: CallRecord = {
  ...plain,
  reasoningTokens: null,
  reasoningTokensSource: null,
  reasoningCost: null,
  thoughtCount: 0,
};
const result: CallRecord = { ...silent, describedBy: 'history', toolName: '', status: 'ok', resultPreview: '3' };

const seen = (spanId: string, calls: CallRecord[]): StorableSpan =>
  storableSpan({ span: { spanId, responseId: 'resp_1', outputTokens: 96, reasoningTokens: 64 }, calls });
const SILENT = seen('a'.repeat(16), [silent]);
const THINKING = seen('b'.repeat(16), [thinking, result]);

async function stored(slug: string, spans: StorableSpan[]) {
  const { id: projectId } = await ensureProject(database.sql, { slug, name: slug });
  const write = createWriteBatch(database.sql);
  for (const span of spans) await write([{ ...span, projectId }]);
  const rows = await database.sql`
    select c.described_by, c.reasoning_tokens, c.reasoning_cost, c.thought_preview, c.result_preview, x.thoughts
    from tool_calls c
    left join tool_call_texts x on x.project_id = c.project_id and x.span_id = c.span_id and x.call_index = c.call_index
    where c.project_id = ${projectId} order by c.described_by, c.span_id, c.call_index`;
  const [trace] = await database.sql`
    select generation_count, call_count, step_count, output_tokens, reasoning_tokens from traces where project_id = ${projectId}`;
  return { rows: [...rows], trace: { ...trace } };
}

test('the row with thoughts describes the call, and the other adds nothing to it, in both orders', async () => {
  const first = await stored('silent-first', [SILENT, THINKING]);
  expect(first.rows).toMatchObject([
    { described_by: 'generation', reasoning_tokens: 64n, reasoning_cost: 5n, thoughts: ['Need stock first.'] },
    { described_by: 'history', result_preview: '3' },
  ]);
  expect(first.trace).toEqual({
    generation_count: 1,
    call_count: 1,
    step_count: 1,
    output_tokens: 96n,
    reasoning_tokens: 64n,
  });
  expect(await stored('silent-second', [THINKING, SILENT])).toEqual(first);
});

test('of two rows with thoughts the earlier one describes the call, and the other is its history, in both orders', async () => {
  const other = {
    ...thinking,
    thoughtPreview: 'Stock first.',
    texts: { ...thinking.texts!, thoughts: ['Stock first.'] },
  };
  const [one, two] = [seen('d'.repeat(16), [thinking]), seen('e'.repeat(16), [other])];
  const first = await stored('earlier-first', [one, two]);
  expect(first.rows).toMatchObject([
    { described_by: 'generation', reasoning_tokens: 64n, thoughts: ['Need stock first.'] },
    { described_by: 'history', reasoning_tokens: null, reasoning_cost: null, thoughts: ['Stock first.'] },
  ]);
  expect(await stored('earlier-second', [two, one])).toEqual(first);
});

const UNCOUNTED = { inputTokens: null, outputTokens: null, reasoningTokens: null, inputCost: null, outputCost: null };
const begun = (calls: CallRecord[]): StorableSpan =>
  storableSpan({
    span: { spanId: 'c'.repeat(16), responseId: 'resp_1', ...UNCOUNTED, reasoningCost: null, totalCost: null },
    calls,
  });

test.each([
  ['that is streaming', begun([])],
  ['that was interrupted', begun([silent])],
])(
  'of a response %s the row without figures is the duplicate, in both orders and in one batch',
  async (name, first) => {
    const slug = name.replaceAll(' ', '-');
    const counted = { generation_count: 1, call_count: 1, step_count: 1, output_tokens: 96n, reasoning_tokens: 64n };
    expect((await stored(`${slug}-first`, [first, THINKING])).trace).toEqual(counted);
    expect((await stored(`${slug}-last`, [THINKING, first])).trace).toEqual(counted);
    const { id: projectId } = await ensureProject(database.sql, { slug: `${slug}-both`, name });
    await createWriteBatch(database.sql)([first, THINKING].map((span) => ({ ...span, projectId })));
    const [trace] = await database.sql`
    select generation_count, call_count, step_count, output_tokens, reasoning_tokens from traces where project_id = ${projectId}`;
    expect({ ...trace }).toEqual(counted);
  },
);
