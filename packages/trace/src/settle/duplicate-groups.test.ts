import { describe, expect, test } from 'vitest';
import { BLANK_FACTS, BLANK_SPAN } from '../rows/blank-records.ts';
import type { SpanRecord } from '../rows/span-record.ts';
import { findDuplicateGroups } from './duplicate-groups.ts';
import { outlineOf } from './outline.ts';

function outline(span: Partial<SpanRecord>) {
  const whole: SpanRecord = {
    ...BLANK_SPAN,
    kind: 'generation',
    parentSpanId: 'run',
    requestModel: 'gpt-5.2',
    inputTokens: 210,
    outputTokens: 96,
    durationNs: 1e9,
    ...span,
  };
  const trace = { ...BLANK_FACTS, endedAt: '2026-11-21T10:00:09.000000Z' };
  return outlineOf({ projectId: '', traceId: 'a'.repeat(32), trace, body: '{}', span: whole, calls: [], price: null });
}

const framework = outline({ spanId: 'outer', scope: 'genkit-tracer', startedAt: '2026-11-21T10:00:01.000000Z' });
const clientAt = (startedAt: string, parentSpanId: string) =>
  outline({ spanId: 'inner', scope: '@subtext/sdk', startedAt, parentSpanId, durationNs: 0.99e9 });

describe('two reports of one call', () => {
  test.each(['outer', 'run'])('are found when the clock of one is some milliseconds behind: below %s', (parent) => {
    const groups = findDuplicateGroups([framework, clientAt('2026-11-21T10:00:00.993000Z', parent)]);
    expect(groups.map(({ spanIds }) => spanIds.toSorted())).toEqual([['inner', 'outer']]);
  });

  test.each(['outer', 'run'])('are two calls when one began long before the other: below %s', (parent) => {
    expect(findDuplicateGroups([framework, clientAt('2026-11-21T10:00:00.950000Z', parent)])).toEqual([]);
  });
});

describe('a framework and the SDK that have a tree each', () => {
  const CALL_ID = 'toolu_01Ddk8sMT81XcBgmf16eTf1A';
  const at = '2026-11-21T10:00:01.000000Z';
  const OURS = { spanId: 'ours', parentSpanId: null, scope: '@subtext/sdk', startedAt: at, durationNs: 0.99e9 };
  const ours = outline(OURS);
  const theirs = outline({ spanId: 'theirs', parentSpanId: 'cycle', scope: 'strands-agents', startedAt: at });
  const tool = (parentSpanId: string, callId = CALL_ID) =>
    outline({ spanId: `tool-${parentSpanId}`, kind: 'tool', parentSpanId, callId, scope: parentSpanId, startedAt: at });
  const cycle = outline({ spanId: 'cycle', kind: 'chain', parentSpanId: null, startedAt: at });

  test('report one call when the trees share the id of a tool call', () => {
    const groups = findDuplicateGroups([ours, cycle, theirs, tool('ours'), tool('cycle')]);
    expect(groups.map(({ spanIds }) => spanIds.toSorted())).toEqual([['ours', 'theirs']]);
  });

  test('report one call also when one writes down its times later', () => {
    const late = outline({ ...OURS, startedAt: '2026-11-21T10:00:01.400000Z' });
    const groups = findDuplicateGroups([late, cycle, theirs, tool('ours'), tool('cycle')]);
    expect(groups).toHaveLength(1);
  });

  test('report two calls when nothing says that they are one run', () => {
    expect(findDuplicateGroups([ours, cycle, theirs])).toEqual([]);
    expect(findDuplicateGroups([ours, cycle, theirs, tool('ours', 'call_0'), tool('cycle', 'call_0')])).toEqual([]);
  });
});

describe('an output that is a share of a sum', () => {
  const at = { startedAt: '2026-11-21T10:00:01.000000Z' };
  const OURS = { scope: '@subtext/sdk', ...at };
  const THEIRS = { scope: 'com.anthropic.claude_code.tracing', ...at };
  const callIds = ['toolu_01Ddk8sMT81XcBgmf16eTf1A', 'toolu_01uQut93QFvkSBAiBe0Ae2hC'];
  const toolOf = (spanId: string, callId: string, sender: object) =>
    outline({ spanId, kind: 'tool', parentSpanId: null, callId, ...sender });
  const tools = callIds.flatMap((id, index) => [
    toolOf(`our-${index}`, id, OURS),
    toolOf(`their-${index}`, id, THEIRS),
  ]);
  const ours = (parentSpanId: string, more: Partial<SpanRecord> = {}) =>
    outline({ spanId: 'ours', parentSpanId, outputSource: 'apportioned', ...OURS, ...more });
  const theirs = (parentSpanId: string, more: Partial<SpanRecord> = {}) =>
    outline({ spanId: 'theirs', parentSpanId, outputTokens: 90, ...THEIRS, ...more });

  test('is of the call whose exact output another sender reports in the same tool call', () => {
    const groups = findDuplicateGroups([...tools, ours('our-0'), theirs('their-0')]);
    expect(groups.map(({ spanIds, calls }) => [spanIds.toSorted(), calls])).toEqual([[['ours', 'theirs'], 1]]);
  });

  test.each([
    ['in another tool call', ours('our-0'), theirs('their-1')],
    ['with another input', ours('our-0'), theirs('their-0', { inputTokens: 300 })],
    ['at another time', ours('our-0'), theirs('their-0', { startedAt: '2026-11-21T10:00:03.000000Z' })],
    ['when both figures are exact', ours('our-0', { outputSource: null }), theirs('their-0')],
  ])('is of another call %s', (_, one, other) => {
    expect(findDuplicateGroups([...tools, one, other])).toEqual([]);
  });
});

describe('a framework of which only some spans are active', () => {
  const at = '2026-11-21T10:00:01.000000Z';
  const framework = { scope: 'strands-agents', startedAt: at };
  const tool = outline({ spanId: 'tool', kind: 'tool', parentSpanId: null, ...framework });
  const agent = outline({ spanId: 'agent', kind: 'agent', parentSpanId: 'tool', ...framework });
  const theirs = outline({ spanId: 'theirs', parentSpanId: 'agent', ...framework });
  const sdk = { scope: '@subtext/sdk', startedAt: at, durationNs: 0.99e9 };
  const first = outline({ spanId: 'first', parentSpanId: 'tool', ...sdk, inputTokens: 5 });
  const second = outline({ spanId: 'second', parentSpanId: 'first', ...sdk });

  test('reports the calls that the SDK has put below the active one', () => {
    const groups = findDuplicateGroups([tool, agent, theirs, first, second]);
    expect(groups.map(({ spanIds }) => spanIds.toSorted())).toEqual([['second', 'theirs']]);
  });

  test('reports them also when a report of an earlier call was the active one', () => {
    const run = outline({ spanId: 'run', kind: 'agent', parentSpanId: null, ...framework });
    const earlier = outline({ spanId: 'earlier', parentSpanId: 'run', ...framework, inputTokens: 5 });
    const inRun = outline({ spanId: 'tool', kind: 'tool', parentSpanId: 'run', ...framework });
    const below = outline({ spanId: 'first', parentSpanId: 'earlier', ...sdk, inputTokens: 5 });
    const groups = findDuplicateGroups([run, earlier, inRun, agent, theirs, below, second]);
    expect(groups.map(({ spanIds }) => spanIds.toSorted())).toContainEqual(['second', 'theirs']);
  });

  test('does not report the calls of another agent', () => {
    const other = outline({ spanId: 'other', kind: 'agent', parentSpanId: 'tool', ...framework });
    const elsewhere = outline({ spanId: 'elsewhere', parentSpanId: 'other', ...sdk });
    expect(findDuplicateGroups([tool, agent, theirs, other, elsewhere])).toEqual([]);
  });
});
