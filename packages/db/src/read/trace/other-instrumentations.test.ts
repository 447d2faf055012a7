/** Traces in which a framework reports the calls of our SDK, too. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { insertTrace, rowsOf } from '../testing-rows.ts';
import { streamSpanIds } from './span-ids.ts';
import { traceAround } from './trace-around.ts';
import { traceCalls } from './trace-calls.ts';
import { traceColumns } from './trace-columns.ts';
import { traceOpening } from './trace-opening.ts';
import { traceSpans } from './trace-spans.ts';

const newTrace = () => ({
  projectId: '00000000-0000-4000-8000-000000000001',
  traceId: randomBytes(16).toString('hex'),
});
const at = (milliseconds: number) => new Date(Date.UTC(2026, 10, 20, 10) + milliseconds);
const idOf = (index: number) => `00000000000000f${index}`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('spans below a duplicate are put below the nearest ancestor that is none', async () => {
  const trace = newTrace();
  const [agent, outer, inner, counted, tool] = [idOf(0), idOf(1), idOf(2), idOf(3), idOf(4)];
  await insertTrace(database.sql, {
    ...{ ...trace, trace: { started_at: at(0), span_count: 5 } },
    spans: [
      { span_id: agent, kind: 'agent', started_at: at(0), parent_span_id: '0000000000000099' },
      { span_id: outer, started_at: at(1), parent_span_id: agent, duplicate_of: counted },
      { span_id: inner, started_at: at(2), parent_span_id: outer, duplicate_of: counted },
      { span_id: counted, started_at: at(3), parent_span_id: inner },
      { span_id: tool, kind: 'tool', started_at: at(4), parent_span_id: outer },
    ],
    calls: [],
  });
  const expected = [
    { id: agent, parentId: '0000000000000099' },
    { id: counted, parentId: agent },
    { id: tool, parentId: agent },
  ];
  expect(await traceSpans(database.sql, trace, 10)).toMatchObject(expected);
  expect(rowsOf((await traceColumns(database.sql, trace, 10)).spans)).toMatchObject(expected);
  expect((await traceOpening(database.sql, trace, 10)).spans).toMatchObject(expected);
  const around = await traceAround(database.sql, trace, { spanId: tool, count: 1 });
  expect(around.spans).toMatchObject(expected.slice(1));
  const ids = [];
  for await (const one of streamSpanIds(database.sql, trace)) ids.push(one);
  expect(ids).toEqual([
    { id: agent, duplicateOf: null },
    { id: outer, duplicateOf: counted },
    { id: inner, duplicateOf: counted },
    { id: counted, duplicateOf: null },
    { id: tool, duplicateOf: null },
  ]);
});

const IDS = {
  run: idOf(0),
  inner: idOf(1),
  turn: idOf(2),
  copy: idOf(3),
  seen: idOf(4),
  unseen: idOf(5),
  other: idOf(6),
  tool: idOf(7),
  counted: idOf(8),
  beside: idOf(9),
};

const parentsIn = async (spans: readonly { span_id: string; [column: string]: unknown }[]) => {
  const trace = newTrace();
  await insertTrace(database.sql, {
    ...{ ...trace, trace: { started_at: at(0), span_count: spans.length } },
    spans: spans.map((span, index) => ({ started_at: at(index), ...span })),
    calls: [],
  });
  return new Map((await traceSpans(database.sql, trace, spans.length)).map(({ id, parentId }) => [id, parentId]));
};

const MANY = Array.from({ length: 1_200 }, (_, index) => ({
  span_id: `00000000000e${String(index).padStart(4, '0')}`,
}));

it.each([
  ['a short trace', []],
  ['a long trace', MANY],
])('in %s, a call is where a framework reports it, when the SDK saw a span around that or none', async (_, more) => {
  const { run, inner, turn, copy, seen, unseen, other } = IDS;
  const parents = await parentsIn([
    { span_id: run, kind: 'agent' },
    { span_id: inner, kind: 'agent', parent_span_id: run },
    { span_id: turn, kind: 'chain', parent_span_id: inner },
    { span_id: copy, kind: 'generation', parent_span_id: turn, duplicate_of: seen },
    { span_id: seen, kind: 'generation', parent_span_id: run },
    { span_id: other, kind: 'generation', parent_span_id: turn, duplicate_of: unseen },
    { span_id: unseen, kind: 'generation' },
    ...more,
  ]);
  expect(parents.get(seen)).toBe(turn);
  expect(parents.get(unseen)).toBe(turn);
});

it('a call stays where the SDK reports it, when that is deeper or beside', async () => {
  const { run, tool, copy, counted, beside } = IDS;
  const parents = await parentsIn([
    { span_id: run, kind: 'agent' },
    { span_id: tool, kind: 'tool', parent_span_id: run },
    { span_id: copy, kind: 'generation', parent_span_id: run, duplicate_of: counted },
    { span_id: counted, kind: 'generation', parent_span_id: tool },
    { span_id: beside, kind: 'chain', parent_span_id: run },
  ]);
  expect(parents.get(counted)).toBe(tool);
});

it('arguments are compared where an execution has an id that no response used', async () => {
  const compared = async (callId: string, reported = '{"order":"A-1"}') => {
    const trace = newTrace();
    const common = { call_index: 0, started_at: at(0), arguments_preview: '{"order":"A-1"}' };
    await insertTrace(database.sql, {
      ...{ ...trace, trace: { started_at: at(0), span_count: 2 } },
      spans: [idOf(0), idOf(1)].map((span_id) => ({ span_id, started_at: at(0) })),
      calls: [
        { ...common, span_id: idOf(0), call_id: 'call_1' },
        { ...common, span_id: idOf(1), call_id: callId, described_by: 'execution', arguments_preview: reported },
      ],
    });
    const rows = await traceCalls(database.sql, trace, 10);
    expect(rowsOf((await traceColumns(database.sql, trace, 10)).calls)).toEqual(rows);
    return new Set(rows.map(({ argumentsKey }) => argumentsKey));
  };
  const [key, ...others] = await compared('adk-1');
  expect([typeof key, others]).toEqual(['number', []]);
  expect(await compared('call_1')).toEqual(new Set([null]));
  // The value of the only argument, as LangChain reports it.
  expect(await compared('adk-1', 'A-1')).toContain(null);
});
