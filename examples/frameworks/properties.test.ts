/** Each property can fail: a record that is right passes all of them, and each mistake is noticed by its own. */
import { describe, expect, it } from 'vitest';
import { check, type Property } from './properties.ts';
import type { ReadSpan, ReadStep, ReadTrace } from './read-api.ts';
import { turnsOf, type AgentCalls, type AgentName } from './script.ts';
import type { ServedTurn } from './shop-provider.ts';

const ORDER = 'A-100001';
const CALLS: AgentCalls = {
  subAgent: (agent, question) => ({ tool: `ask_${agent}`, arguments: { question } }),
  handOver: { tool: 'transfer', arguments: {} },
};

const servedBy = (...agents: AgentName[]): ServedTurn[] =>
  agents.flatMap((agent) =>
    turnsOf(agent, ORDER, CALLS).map((turn) => ({ ...turn, agent, order: ORDER, model: 'claude-sonnet-4-6' })),
  );

/** The steps of a turn as the read API returns them when everything was recorded. */
function stepOf({ thought, calls, answer, agent }: ServedTurn, index: number): ReadStep {
  const isBelow = agent === 'courier' || agent === 'billing';
  return {
    spanId: `${agent}${index}`,
    level: isBelow ? 1 : 0,
    kind: answer === undefined ? 'calls' : 'answer',
    agent: isBelow || agent === 'claimsDesk' ? agent : null,
    thought: { texts: [thought] },
    said: null,
    calls: calls.map((call) => ({
      tool: call.tool,
      type: 'function',
      arguments: JSON.stringify(call.arguments),
      result: call.result ?? 'refused',
      status: call.result === undefined ? 'error' : 'ok',
    })),
  };
}

function spansOf(turns: readonly ServedTurn[]): ReadSpan[] {
  const model = turns.map(({ agent }, index) => ({
    spanId: `${agent}${index}`,
    parentSpanId: `run ${agent}`,
    events: [],
    attributes: {},
  }));
  const started = turns.flatMap(({ calls }) => calls.filter(({ starts }) => starts));
  const runs = started.map(({ tool, arguments: given, starts }) => ({
    spanId: `run ${starts}`,
    parentSpanId: '',
    events: [],
    attributes: { 'gen_ai.tool.name': tool, 'gen_ai.tool.call.arguments': JSON.stringify(given) },
  }));
  return [...model, ...runs];
}

function traceOf(turns: readonly ServedTurn[]): ReadTrace {
  const nano = turns.reduce((sum, { usage }) => sum + usage.input * 3000 + usage.output * 15_000, 0);
  return {
    ...{ id: 'one', name: null, metadata: {} },
    cost: (nano / 1e9).toFixed(9),
    modelCalls: turns.length,
    modelCallsWithoutPrice: 0,
    steps: turns.map(stepOf),
    spans: spansOf(turns),
  };
}

const LOOP = servedBy('orderDesk');
const DELEGATING = servedBy('frontDesk', 'courier', 'billing');
const HANDING_OVER = servedBy('reception', 'claimsDesk');

function failing(first: AgentName, turns: readonly ServedTurn[], traces: readonly ReadTrace[]): Property[] {
  const findings = Object.entries(check({ order: ORDER, turns, first }, traces));
  return findings.flatMap(([property, finding]) => (typeof finding === 'string' ? [property as Property] : []));
}

/** A copy of the trace with one mistake. */
function spoiled(turns: readonly ServedTurn[], spoil: (trace: ReadTrace) => void): ReadTrace[] {
  const trace = structuredClone(traceOf(turns));
  spoil(trace);
  return [trace];
}

describe('a record that is right', () => {
  it.each([
    ['orderDesk', LOOP],
    ['frontDesk', DELEGATING],
    ['reception', HANDING_OVER],
  ] as const)('of the %s has every property', (first, turns) => {
    expect(failing(first, turns, [traceOf(turns)])).toEqual([]);
  });

  it('of one agent says nothing about nesting and names', () => {
    const findings = check({ order: ORDER, turns: LOOP, first: 'orderDesk' }, [traceOf(LOOP)]);
    expect([findings['agents nested'], findings['agents named']]).toEqual([null, null]);
  });
});

describe('a mistake in the record of one agent', () => {
  const mistakes: [title: string, spoil: (trace: ReadTrace) => void, fails: Property[]][] = [
    ['a call that is there twice', ({ steps }) => steps.push({ ...steps[1]!, thought: { texts: [] } }), ['calls once', 'thoughts paired']],
    ['a call with other arguments', ({ steps }) => (steps[1]!.calls[0]!.arguments = `{"order":"B","of":"${ORDER}"}`), ['calls once', 'thoughts paired', 'results paired']],
    ['thoughts that changed places', ({ steps }) => ([steps[0]!.thought, steps[1]!.thought] = [steps[1]!.thought, steps[0]!.thought]), ['thoughts paired']],
    ['a thought that is missing', ({ steps }) => (steps[3]!.thought = { texts: [] }), ['thoughts paired']],
    ['results that changed places', ({ steps: [first] }) => ([first!.calls[0]!.result, first!.calls[1]!.result] = [first!.calls[1]!.result, first!.calls[0]!.result]), ['results paired']],
    ['a failed call that is ok', ({ steps }) => (steps[2]!.calls[0]!.status = 'ok'), ['errors known']],
    ['a call that reads like an error', ({ steps }) => (steps[1]!.calls[0]!.status = 'probable_error'), ['errors known']],
    ['a failed call that is like the others', ({ steps }) => steps.forEach(({ calls }) => calls.forEach((call) => (call.status = 'unset'))), ['errors known']],
    ['one nano-dollar too much', (trace) => (trace.cost = (Number(trace.cost) + 1e-9).toFixed(9)), ['cost once']],
    ['a call without a price', (trace) => (trace.modelCallsWithoutPrice = 1), ['cost once']],
    ['another run in the same trace', ({ steps }) => (steps[0]!.said = 'A-100002'), ['one trace']],
  ]; // prettier-ignore
  it.each(mistakes)('is noticed: %s', (_title, spoil, fails) => {
    expect(failing('orderDesk', LOOP, spoiled(LOOP, spoil))).toEqual(fails);
  });

  it('is noticed: a trace that was lost', () => {
    expect(failing('orderDesk', LOOP, [])).toEqual([
      'one trace',
      'calls once',
      'thoughts paired',
      'results paired',
      'errors known',
      'cost once',
    ]);
  });
});

describe('a mistake in the record of several agents', () => {
  it('is noticed: a sub-agent in a trace of its own', () => {
    const own = (isSub: boolean) => traceOf(DELEGATING.filter(({ agent }) => (agent === 'billing') === isSub));
    const traces = [own(false), { ...own(true), id: 'two' }];
    expect(failing('frontDesk', DELEGATING, traces)).toEqual(['one trace', 'agents nested']);
  });

  it('is noticed: a sub-agent below the call of the other one', () => {
    const traces = spoiled(DELEGATING, ({ spans }) => {
      for (const span of spans.filter(({ parentSpanId }) => parentSpanId === 'run billing'))
        span.parentSpanId = 'run courier';
    });
    expect(failing('frontDesk', DELEGATING, traces)).toEqual(['agents nested']);
  });

  it('is noticed: the name of another agent, or none', () => {
    const named = (name: string | null) =>
      spoiled(HANDING_OVER, ({ steps }) => steps.slice(1).forEach((step) => (step.agent = name)));
    expect(failing('reception', HANDING_OVER, named('reception'))).toEqual(['agents named']);
    expect(failing('reception', HANDING_OVER, named(null))).toEqual(['agents named']);
  });
});
