import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { callPreviews } from './call-previews.ts';
import { callText } from './call-text.ts';
import { spanPayload } from './span-payload.ts';
import { spanReceipt } from './span-receipt.ts';
import { insertTrace, rowsOf } from '../testing-rows.ts';
import { traceAround } from './trace-around.ts';
import { traceOpening } from './trace-opening.ts';
import { traceColumns } from './trace-columns.ts';
import { traceCalls } from './trace-calls.ts';
import { traceFind } from './trace-find.ts';
import { traceGenerations } from './trace-generations.ts';
import { tracePayloads } from './trace-payloads.ts';
import { traceResults } from './trace-results.ts';
import { traceSpans } from './trace-spans.ts';
import { traceSummary } from './trace-summary.ts';
import { allTexts } from '../../testing/all-texts.ts';
import { traceVersion } from './trace-version.ts';

const TRACE = { projectId: '00000000-0000-4000-8000-000000000001', traceId: 'aa'.repeat(16) };
const FOREIGN = { ...TRACE, projectId: '00000000-0000-4000-8000-000000000002' };
const ROOT = '00'.repeat(7) + '01';
const GENERATION = '00'.repeat(7) + '02';
const COPY = '00'.repeat(7) + '03';
const EARLY = '00'.repeat(7) + '04';
const RUN = '00'.repeat(7) + '05';
const LATER = '00'.repeat(7) + '06';
const at = (milliseconds: number) => new Date(Date.UTC(2026, 10, 20, 10) + milliseconds);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const [price] = await database.sql`
    insert into prices (provider, model, matched_model, source, as_of, input_rate, output_rate)
    values ('openai', 'gpt-5.2', 'gpt-5.2', 'genai-prices', '2026-10-01', 1750000000, 14000000000) returning id`;
  await insertTrace(database.sql, {
    ...TRACE,
    trace: { started_at: at(0), asked: 'Refund', summary_cost: 40_600_000n, step_count: 1 },
    spans: [
      { span_id: ROOT, kind: 'agent', name: 'run', status: 'error', status_message: 'boom', started_at: at(-5) },
      {
        span_id: GENERATION,
        parent_span_id: ROOT,
        started_at: at(2),
        request_model: 'gpt-5.2',
        reasoning_tokens: 2900n,
        total_cost: 51_261_000n,
        reasoning_cost: 40_600_000n,
        summary_cost: 40_600_000n,
        no_text_cost: 0n,
        price_id: price!.id,
      },
      { span_id: COPY, started_at: at(3), duplicate_of: GENERATION },
      { span_id: LATER, started_at: at(9) },
    ],
    calls: [
      {
        span_id: GENERATION,
        call_index: 0,
        started_at: at(2),
        call_id: 'c1',
        thinking_state: 'summary',
        thought_count: 2,
        thought_characters: 11,
        thought_preview: 'Two sources',
        arguments_preview: '{"q":1}',
        texts: { thoughts: ['Two sources', 'may 😀 disagree'], arguments: '{"q":1}' },
      },
      { span_id: EARLY, call_index: 0, started_at: at(1), call_id: 'c1', texts: { result: 'of another c1' } },
      { span_id: RUN, call_index: 0, started_at: at(4), call_id: 'c1', status: 'error', texts: { result: 'nothing' } },
    ],
    payloads: [{ span_id: GENERATION, body: '{"name":"chat"}' }],
  });
});
afterAll(() => database.drop());

describe('one trace', () => {
  it('has a summary with its outermost span', async () => {
    const summary = await traceSummary(database.sql, TRACE);
    expect(summary).toMatchObject({ asked: 'Refund', root: { name: 'run', status: 'error', statusMessage: 'boom' } });
    expect(summary?.costs.summary).toBe(40_600_000n);
    expect(summary?.quietMs).toBeGreaterThanOrEqual(0);
  });

  it('lists its spans in order of time, without duplicates of other instrumentations', async () => {
    expect(await traceSpans(database.sql, TRACE, 10)).toMatchObject([
      { id: ROOT, parentId: null, kind: 'agent', start: -5 },
      {
        id: GENERATION,
        parentId: ROOT,
        start: 2,
        duration: 1,
        cost: 51_261_000,
        hiddenCost: 40_600_000,
        inputTokens: null,
      },
      { id: LATER },
    ]);
    expect(await traceSpans(database.sql, TRACE, 1)).toHaveLength(1);
  });

  it('lists its calls with lengths instead of texts', async () => {
    const [, call] = await traceCalls(database.sql, TRACE, 10);
    expect(call).toMatchObject({
      spanId: GENERATION,
      index: 0,
      callId: 'c1',
      thoughtCharacters: 11,
      otherCharacters: 7,
      duration: null,
    });
  });

  it('returns previews of the requested calls, and nothing for those that do not exist', async () => {
    const keys = [
      { spanId: GENERATION, index: 0 },
      { spanId: GENERATION, index: 7 },
    ];
    expect(await callPreviews(database.sql, TRACE, keys)).toEqual([
      {
        ...{ spanId: GENERATION, index: 0, thought: 'Two sources', thoughtCut: null },
        ...{ preamble: null, arguments: '{"q":1}', result: null },
      },
    ]);
  });

  it('returns more of a thought, an answer and arguments than their rows store, in one line that ends with a word', async () => {
    const span = '00'.repeat(7) + '08';
    const traceId = randomBytes(16).toString('hex');
    const long = 'several\n  words '.repeat(60);
    const stored = `${'several words '.repeat(60).slice(0, 159)}…`;
    await insertTrace(database.sql, {
      ...{ ...TRACE, traceId, spans: [{ span_id: span, started_at: at(0) }] },
      calls: [
        {
          ...{ span_id: span, call_index: 0, started_at: at(0), thought_count: 2 },
          ...{ thought_preview: stored, arguments_preview: stored, result_preview: stored },
          texts: { thoughts: ['several', long], arguments: long, result: long },
        },
        // Its texts are not kept.
        { span_id: span, call_index: 1, started_at: at(0), thought_preview: stored, arguments_preview: 'short' },
      ],
    });
    const key = { ...TRACE, traceId };
    const [first, second] = await callPreviews(database.sql, key, [
      { spanId: span, index: 0 },
      { spanId: span, index: 1 },
    ]);
    expect(first?.arguments).toBe(`${'several words '.repeat(34).trimEnd()}…`);
    expect(first?.thought).toMatch(/^several several words several .*[^ ]…$/);
    expect(first?.thought?.length).toBeLessThanOrEqual(480);
    expect(first?.result).toBe(stored);
    expect(second).toMatchObject({ thought: stored, arguments: 'short' });
  });

  it.each([
    ['… [cut: 164000 more characters]', { kept: 300, of: 164_300 }],
    ['\n… [cut: 1000000 of 2000000 characters kept]', { kept: 1_000_000, of: 2_000_000 }],
    ['… [cut: 164000 more characters] and on', null],
  ])('returns how much was kept of a thought that ends with %j', async (end, thoughtCut) => {
    const span = '00'.repeat(7) + '07';
    const traceId = randomBytes(16).toString('hex');
    const thoughts = ['whole', 'x'.repeat(300) + end];
    await insertTrace(database.sql, {
      ...{ ...TRACE, traceId, spans: [{ span_id: span, started_at: at(0) }] },
      calls: [{ span_id: span, call_index: 0, started_at: at(0), thought_count: 2, texts: { thoughts } }],
    });
    const [preview] = await callPreviews(database.sql, { ...TRACE, traceId }, [{ spanId: span, index: 0 }]);
    expect(preview?.thoughtCut).toEqual(thoughtCut);
  });

  it('returns the format of a thought, and of no other text', async () => {
    const span = '00'.repeat(7) + '09';
    const traceId = randomBytes(16).toString('hex');
    const came = { reasoning_format: 'think_tags', reasoning_field: 'content' };
    await insertTrace(database.sql, {
      ...{ ...TRACE, traceId, spans: [{ span_id: span, started_at: at(0) }] },
      calls: [
        { span_id: span, call_index: 0, started_at: at(0), ...came, texts: { thoughts: ['why'], arguments: '{}' } },
      ],
    });
    const piece = { spanId: span, index: 0, block: 0, offset: 0, length: 5 };
    const of = (field: 'thought' | 'arguments') => callText(database.sql, { ...TRACE, traceId }, { ...piece, field });
    expect(await of('thought')).toMatchObject({ text: 'why', format: 'think_tags', wireField: 'content' });
    expect(await of('arguments')).toMatchObject({ text: '{}', format: null, wireField: null });
  });

  it('returns a text piece by piece, with its length', async () => {
    const piece = { spanId: GENERATION, index: 0, field: 'thought', block: 1, offset: 0, length: 5 } as const;
    expect(await callText(database.sql, TRACE, piece)).toMatchObject({
      text: 'may 😀',
      totalCharacters: 14,
      blocks: 2,
    });
    expect(await callText(database.sql, TRACE, { ...piece, offset: 5 })).toMatchObject({ text: ' disa' });
    expect(await callText(database.sql, TRACE, { ...piece, field: 'result' })).toBeUndefined();
  });

  it('returns the span as it was sent', async () => {
    const piece = { spanId: GENERATION, offset: 1, length: 6 };
    expect(await spanPayload(database.sql, TRACE, piece)).toEqual({ text: '"name"', totalCharacters: 15 });
  });

  it('returns its generations, each with its duplicates', async () => {
    const upTo = (spanId: string, limit = 10) => traceGenerations(database.sql, TRACE, { spanId, limit });
    const names = async (spanId: string, limit?: number) => (await upTo(spanId, limit)).map((one) => one.spanId);
    expect(await upTo(GENERATION)).toEqual([
      expect.objectContaining({ spanId: GENERATION, requestModel: 'gpt-5.2', provider: null, copies: [COPY] }),
    ]);
    expect(await names(LATER)).toEqual([GENERATION, LATER]);
    expect(await names(LATER, 1)).toEqual([LATER]);
    expect(await names(ROOT)).toEqual([]);
  });

  it('returns several spans as they were sent, without those that have no payload', async () => {
    const found = await tracePayloads(database.sql, TRACE, [GENERATION, ROOT]);
    expect([...found]).toEqual([[GENERATION, '{"name":"chat"}']]);
  });

  it('finds the result that followed the response, also when the call id was used before', async () => {
    const results = await traceResults(database.sql, TRACE, { callIds: ['c1', 'c2'], spanId: GENERATION });
    expect(results).toEqual([{ callId: 'c1', result: 'nothing', failed: true }]);
  });

  it('returns the full texts of a few calls', async () => {
    const [texts, ...others] = await allTexts(database.sql, TRACE, [
      { spanId: GENERATION, index: 0 },
      { spanId: GENERATION, index: 7 },
    ]);
    expect(texts).toMatchObject({ thoughts: ['Two sources', 'may 😀 disagree'], arguments: '{"q":1}', result: null });
    expect(others).toEqual([]);
  });

  it('returns a receipt with the rates in force', async () => {
    expect(await spanReceipt(database.sql, TRACE, GENERATION)).toMatchObject({
      totalCost: 51_261_000n,
      inputTokens: null,
      price: { asOf: '2026-10-01', outputRate: 14_000_000_000n, reasoningRate: null },
    });
    expect(await spanReceipt(database.sql, TRACE, ROOT)).toMatchObject({ totalCost: null, price: null });
  });

  it('finds words in any text of a call', async () => {
    expect(await traceFind(database.sql, TRACE, { words: 'DISAGREE', limit: 10 })).toEqual([
      { spanId: GENERATION, index: 0 },
    ]);
    expect(await traceFind(database.sql, TRACE, { words: 'di%ree', limit: 10 })).toEqual([]);
  });

  it('is not found by any of these queries for another project', async () => {
    const { sql } = database;
    const key = { spanId: GENERATION, index: 0 };
    expect(await traceSummary(sql, FOREIGN)).toBeUndefined();
    expect(await traceSpans(sql, FOREIGN, 10)).toEqual([]);
    expect(await traceCalls(sql, FOREIGN, 10)).toEqual([]);
    expect(await callPreviews(sql, FOREIGN, [key])).toEqual([]);
    expect(await callText(sql, FOREIGN, { ...key, field: 'thought', block: 0, offset: 0, length: 5 })).toBeUndefined();
    expect(await spanPayload(sql, FOREIGN, { spanId: GENERATION, offset: 0, length: 5 })).toBeUndefined();
    expect(await spanReceipt(sql, FOREIGN, GENERATION)).toBeUndefined();
    expect(await traceGenerations(sql, FOREIGN, { spanId: GENERATION, limit: 10 })).toEqual([]);
    expect((await tracePayloads(sql, FOREIGN, [GENERATION])).size).toBe(0);
    expect(await traceResults(sql, FOREIGN, { callIds: ['c1'], spanId: GENERATION })).toEqual([]);
    expect(await allTexts(sql, FOREIGN, [key])).toEqual([]);
    expect(await traceFind(sql, FOREIGN, { words: 'disagree', limit: 10 })).toEqual([]);
  });
});

it('has a new version when a span was added or repriced, and the same one otherwise', async () => {
  const trace = { ...TRACE, traceId: randomBytes(16).toString('hex') };
  await insertTrace(database.sql, { ...trace, spans: [{ span_id: ROOT, started_at: at(0) }], calls: [] });
  const first = await traceVersion(database.sql, trace);
  expect(await traceVersion(database.sql, trace)).toBe(first);
  await database.sql`update traces set answer_cost = answer_cost + 1 where trace_id = decode(${trace.traceId}, 'hex')`;
  const priced = await traceVersion(database.sql, trace);
  await database.sql`update traces set updated_at = ${new Date(Date.now() + 1_000)} where trace_id = decode(${trace.traceId}, 'hex')`;
  expect(new Set([first, priced, await traceVersion(database.sql, trace)]).size).toBe(3);
});

describe('the columns of a trace', () => {
  /** Converts columns to rows. */
  it('contain the same values as its rows, for any values', async () => {
    const trace = { ...TRACE, traceId: randomBytes(16).toString('hex') };
    const held = '[1204 characters]';
    const strange = ['', 'null', 'a,b', '"', '\\', 'ö😀'].map((name, index) => ({
      name,
      id: `00000000000000a${index}`,
    }));
    await insertTrace(database.sql, {
      ...{ ...trace, trace: { started_at: at(0) } },
      spans: strange.map(({ name, id }, index) => ({
        ...{ span_id: id, name, status_message: name, started_at: at(index / 8), total_cost: BigInt(index) },
        ...{
          duration_ns: index === 3 ? null : BigInt(index * 1_234_567),
          incomplete: index % 2 === 0,
          parent_span_id: index ? ROOT : null,
        },
      })),
      calls: strange.map(({ name, id }, index) => ({
        ...{ span_id: id, call_index: index, started_at: at(index), tool_name: name, call_id: index ? name : null },
        ...{ described_by: 'execution', arguments_preview: `{"a":${index}}`, preamble_preview: index ? name : null },
        thought_preview: index ? held : 'A thought',
      })),
    });
    for (const key of [TRACE, trace]) {
      const { spans, calls } = await traceColumns(database.sql, key, 10);
      expect(rowsOf(spans)).toEqual(await traceSpans(database.sql, key, 10));
      expect(rowsOf(calls)).toEqual(await traceCalls(database.sql, key, 10));
    }
    const { heldThought } = (await traceColumns(database.sql, trace, 10)).calls.columns;
    expect(heldThought).toEqual(strange.map((_, index) => (index ? held : null)));
    const nothing = await traceColumns(database.sql, FOREIGN, 10);
    expect(nothing).toMatchObject({ spans: { length: 0, columns: { id: [] } }, calls: { columns: { ownerId: [] } } });
  });

  it('contain only the first spans and their calls when there are more, also calls that a duplicate describes', async () => {
    const trace = { ...TRACE, traceId: randomBytes(16).toString('hex') };
    const ids = Array.from({ length: 4 }, (_, index) => `00000000000000d${index}`);
    const copies = ['00000000000000e1', '00000000000000e2'];
    await insertTrace(database.sql, {
      ...{ ...trace, trace: { started_at: at(0), span_count: 6 } },
      spans: [
        ...ids.map((span_id, index) => ({ span_id, started_at: at(index * 10) })),
        ...copies.map((span_id, index) => ({ span_id, started_at: at(index), duplicate_of: ids[index * 3] })),
      ],
      calls: [...ids, ...copies].map((span_id, index) => ({
        ...{ span_id, call_index: 0, call_id: null, arguments_preview: `{"a":${index}}`, described_by: 'execution' },
        ...{ started_at: at(index < 4 ? index * 10 : index - 4) },
      })),
    });
    const { spans, calls } = await traceColumns(database.sql, trace, 2);
    expect(spans.columns.id).toEqual(ids.slice(0, 2));
    expect(calls.columns.spanId).toEqual([ids[0], copies[0], ids[1]]);
    expect(calls.columns.ownerId).toEqual([ids[0], ids[0], ids[1]]);
    expect(new Set(calls.columns.argumentsKey).size).toBe(3);
    const whole = await traceColumns(database.sql, trace, 6);
    expect(rowsOf(whole.calls)).toEqual(await traceCalls(database.sql, trace, 10));
  });
});

it('returns the spans around one of them in time, with their calls', async () => {
  const trace = { ...TRACE, traceId: randomBytes(16).toString('hex') };
  const ids = Array.from({ length: 9 }, (_, index) => `00000000000000c${index}`);
  await insertTrace(database.sql, {
    ...{ ...trace, trace: { started_at: at(0) } },
    spans: ids.map((span_id, index) => ({ span_id, started_at: at(Math.floor(index / 2)) })),
    calls: ids.map((span_id, index) => ({ span_id, call_index: 0, started_at: at(index), call_id: `c${index}` })),
  });
  const around = await traceAround(database.sql, trace, { spanId: ids[4]!, count: 2 });
  expect(around.spans.map(({ id }) => id)).toEqual(ids.slice(2, 6));
  expect(around.spans[0]?.start).toBe(1);
  expect(around.calls.map(({ callId }) => callId)).toEqual(['c2', 'c3', 'c4', 'c5']);
  expect(await traceAround(database.sql, trace, { spanId: ROOT, count: 2 })).toEqual({ spans: [], calls: [] });
  expect(
    (await traceAround(database.sql, { ...trace, projectId: FOREIGN.projectId }, { spanId: ids[4]!, count: 2 })).spans,
  ).toEqual([]);
});

it('returns the first spans with their calls, or all when there are no more', async () => {
  const trace = { ...TRACE, traceId: randomBytes(16).toString('hex') };
  const ids = Array.from({ length: 4 }, (_, index) => `00000000000000d${index}`);
  await insertTrace(database.sql, {
    ...{ ...trace, trace: { started_at: at(0) } },
    spans: ids.map((span_id, index) => ({ span_id, started_at: at(index) })),
    calls: ids.map((span_id, index) => ({ span_id, call_index: 0, started_at: at(index), call_id: `c${index}` })),
  });
  const opening = await traceOpening(database.sql, trace, 3);
  expect(opening.isWhole).toBe(false);
  expect(opening.spans.map(({ id }) => id)).toEqual(ids.slice(0, 3));
  expect(opening.calls.map(({ callId }) => callId)).toEqual(['c0', 'c1', 'c2']);
  expect(await traceOpening(database.sql, trace, 4)).toEqual({
    spans: await traceSpans(database.sql, trace, 10),
    calls: await traceCalls(database.sql, trace, 10),
    isWhole: true,
  });
  expect(await traceOpening(database.sql, FOREIGN, 3)).toEqual({ spans: [], calls: [], isWhole: true });
});
