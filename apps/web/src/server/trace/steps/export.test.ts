import { ensureProject, type TraceSummary } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertRun, SPANS } from '../testing/run.ts';
import { heading, oneStepAsMarkdown, openExport, traceAsJson, traceAsMarkdown } from './export.ts';

const NO_COST = { input: 0n, answer: 0n, readable: 0n, summary: 0n, noText: 0n, untold: 0n };
const summary = {
  ...{ id: '0'.repeat(32), asked: 'Refund order 8812', name: null, models: ['gpt-5.2'], startedAt: new Date(0) },
  costs: { ...NO_COST, input: 20_000_000n },
  ...{ generations: 1, generationsReporting: 1, generationsUnpriced: 0, generationsInRuns: 0, runsCounted: 0 },
  ...{ inputTokens: 10n, outputTokens: 5n },
} as TraceSummary;
const sums = (of: Partial<TraceSummary>) =>
  heading({ ...summary, ...of }, { steps: [] })
    .trim()
    .split(' · ')
    .at(-1);

it('the first lines of an exported trace say what it cost', () => {
  const costs = { ...summary.costs, noText: 10_000_000n };
  expect(sums({ costs })).toBe('0 steps, $0.030, thinking $0.010, hidden $0.010');
});

it('what has no price, or was not reported, is not written as $0', () => {
  expect(sums({ costs: NO_COST, generationsUnpriced: 1 })).toBe('0 steps, no price');
  expect(sums({ generationsReporting: 0 })).toBe('0 steps, $0.020, thinking not reported');
});

describe('the whole trace as a file', () => {
  let database: TestDatabase;
  const key = { projectId: '', traceId: 'ab'.repeat(16) };

  beforeAll(async () => {
    database = await createTestDatabase();
    key.projectId = (await ensureProject(database.sql, { slug: 'test', name: 'Test' })).id;
    await insertRun(database.sql, key);
  });
  afterAll(() => database.drop());

  const written = async (pieces: AsyncIterable<string>) => {
    let text = '';
    for await (const piece of pieces) text += piece;
    return text;
  };

  it('is JSON with every text and every span as it was sent', async () => {
    const trace = (await openExport(database.sql, key))!;
    const file = JSON.parse(await written(traceAsJson(database.sql, key, trace))) as Record<string, unknown>;
    expect(file).toMatchObject({ format: 'subtext.trace/1', trace: { asked: 'Refund order 8812.' } });
    expect(file.steps).toMatchObject([
      {
        ...{ number: 1, thought: { texts: ['The id looks valid; check the order first.'] } },
        calls: [{ tool: 'get_order', arguments: '{"id":8812}', result: '{"state":"paid"}' }],
      },
      { number: 2 },
      { number: 3 },
    ]);
    expect(file.spans).toMatchObject([{ spanId: SPANS.first }, { spanId: SPANS.second }, { spanId: SPANS.bare }]);
  });

  it('has the spans of other instrumentations, each with the name of the one that counts', async () => {
    const { sql } = database;
    const of = (id: string) => sql`span_id = decode(${id}, 'hex') and trace_id = decode(${key.traceId}, 'hex')`;
    await sql`update spans set duplicate_of = decode(${SPANS.second}, 'hex') where ${of(SPANS.bare)}`;
    const trace = (await openExport(sql, key))!;
    const { spans } = JSON.parse(await written(traceAsJson(sql, key, trace))) as { spans: unknown[] };
    expect(spans[1]).not.toHaveProperty('duplicateOf');
    expect(spans[2]).toMatchObject({ spanId: SPANS.bare, duplicateOf: SPANS.second });
    await sql`update spans set duplicate_of = null where ${of(SPANS.bare)}`;
  });

  it('is of no other project', async () => {
    const foreign = { ...key, projectId: '00000000-0000-4000-8000-00000000000f' };
    expect(await openExport(database.sql, foreign)).toBeUndefined();
  });

  it('says so when it has not all steps, and then still has all spans', async () => {
    const trace = (await openExport(database.sql, key, 1))!;
    const file = JSON.parse(await written(traceAsJson(database.sql, key, trace))) as Record<string, unknown[]>;
    expect([file.stepsOfFirstSpans, file.steps!.length, file.spans!.length]).toEqual([2, 1, 3]);
    expect(await written(traceAsMarkdown(database.sql, key, trace))).toMatch(
      /Only the steps of the first 2 spans are listed\. The JSON has all spans\.\n$/,
    );
  });

  it('is Markdown to read, whole or one step', async () => {
    const trace = (await openExport(database.sql, key))!;
    const text = await written(traceAsMarkdown(database.sql, key, trace));
    expect(text).toMatch(/^# Refund order 8812\.\n/);
    expect(text).toContain('> The id looks valid; check the order first.');
    const step = await oneStepAsMarkdown(database.sql, key, 1);
    expect(text).toContain(step);
    expect(await oneStepAsMarkdown(database.sql, key, 99)).toBeUndefined();
  });
});
