/**
 * Many loops at once, interleaved at random, in every wire format: each is one trace, and each result belongs to its
 * call.
 */
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { ScriptedLoop, WIRES, type LoopScript } from '../../testing/scripted-loop.ts';
import { collectSpans, named } from '../../testing/spans.ts';

const spans = collectSpans();
afterEach(() => spans.clear());

type Wire = LoopScript['wire'];

const wires = fc.constantFrom(...(Object.keys(WIRES) as Wire[]));
const calls = fc.array(
  fc.record({
    name: fc.constantFrom('look', 'find'),
    // Also without arguments, so that equal calls occur next to each other.
    arguments: fc.oneof(
      fc.constant({}),
      fc.record({ at: fc.nat({ max: 2 }), deep: fc.constant({ list: [1, 'two'] }) }),
    ),
  }),
  { minLength: 1, maxLength: 3 },
);
const turns = fc.array(calls, { minLength: 1, maxLength: 4 });

/** Runs the steps of all loops in the order that the numbers choose. */
async function interleave(scripts: readonly LoopScript[], choices: readonly number[]): Promise<ReadableSpan[]> {
  await spans.clear();
  const loops = scripts.map((script) => new ScriptedLoop(script));
  for (let turn = 0; ; turn += 1) {
    const open = loops.filter((loop) => loop.stepsLeft > 0);
    if (open.length === 0) break;
    const choice = choices[turn % choices.length] ?? 0;
    await open[choice % open.length]?.step();
  }
  return [...(await spans.all())];
}

/** The labels in a span: `<loop>/<turn>` in the loop's answer, or `<loop>/<turn>/<call>` in a tool's result. */
function saidIn({ attributes }: ReadableSpan): string[] {
  const text = attributes['gen_ai.output.messages'] ?? attributes['gen_ai.tool.call.result'];
  return /(\w+)\/\d+(?:\/\d+)?/.exec(String(text)) ?? ['', ''];
}

const loopOf = (span: ReadableSpan) => saidIn(span)[1];
const turnOf = (span: ReadableSpan) => saidIn(span)[0]?.split('/')[1];

function tracesOf(all: readonly ReadableSpan[]): ReadableSpan[][] {
  return [...Map.groupBy(all, (span) => span.spanContext().traceId).values()];
}

/** A call with its arguments and its result, on one line. */
function toolCallLine({ attributes }: ReadableSpan): string {
  const { 'gen_ai.tool.name': name, 'gen_ai.tool.call.arguments': given } = attributes;
  return `${String(name)}(${String(given)}) = ${saidIn({ attributes } as ReadableSpan)[0]}`;
}

function expectExact(all: readonly ReadableSpan[], scripts: readonly LoopScript[]): void {
  const traces = tracesOf(all);
  expect(traces.map((trace) => [...new Set(trace.map(loopOf))])).toEqual(
    traces.map((trace) => trace.slice(0, 1).map(loopOf)),
  );
  expect(traces).toHaveLength(scripts.length);
  const expected = scripts.flatMap(({ name, turns: asked }) =>
    asked.flatMap((calls, turn) =>
      calls.map((call, index) => `${call.name}(${JSON.stringify(call.arguments)}) = ${name}/${turn}/${index}`),
    ),
  );
  expect(named(all, 'execute_tool').map(toolCallLine).sort()).toEqual(expected.sort());
}

const some = { numRuns: 25 };
const order = fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 40 });

it('loops with unique ids never mix, even with shared texts and shortened histories', async () => {
  const script = fc.record({
    turns,
    wire: fc.constantFrom<Wire>('chat', 'anthropic', 'responses'),
    reversed: fc.boolean(),
    forgetful: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(script, { minLength: 1, maxLength: 4 }), order, async (made, choices) => {
      const scripts = made.map((one, index) => ({
        ...one,
        name: `loop${index}`,
        question: 'Weather?',
        ids: 'unique' as const,
      }));
      expectExact(await interleave(scripts, choices), scripts);
    }),
    some,
  );
});

it('loops with ids counted from 0, or without ids, never mix when their inputs differ', async () => {
  const script = fc.record({ turns, wire: wires, reversed: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(script, { minLength: 1, maxLength: 4 }), order, async (made, choices) => {
      const scripts = made.map((one, index) => ({
        ...one,
        name: `loop${index}`,
        question: `Weather ${index}?`,
        ids: 'counted' as const,
      }));
      expectExact(await interleave(scripts, choices), scripts);
    }),
    some,
  );
});

const NOTHING = { name: 'look', arguments: {} };
const PLACE = { name: 'look', arguments: { at: 0, deep: { list: [1, 'two'] } } };
/** One loop has two equal calls, another one of them and a different one, under the same ids. */
const HALF_ALIKE = [[[NOTHING, PLACE]], [[PLACE]], [[NOTHING, NOTHING], [NOTHING]]];

it('loops with the same input never mix when their calls differ', async () => {
  const script = fc.record({ turns, wire: wires });
  const first = (one: { turns: object[][] }) =>
    JSON.stringify(one.turns[0]?.map((call) => JSON.stringify(call)).sort());
  const scriptsOf = fc.uniqueArray(script, { minLength: 1, maxLength: 4, selector: first });
  await fc.assert(
    fc.asyncProperty(scriptsOf, order, async (made, choices) => {
      const same = { question: 'Weather?', ids: 'counted' as const };
      const scripts = made.map((one, index) => ({ ...one, ...same, name: `loop${index}` }));
      expectExact(await interleave(scripts, choices), scripts);
    }),
    { ...some, examples: [[HALF_ALIKE.map((made) => ({ turns: made, wire: 'chat' })), [2, 0]]] },
  );
});

it('identical loops continue side by side, and never mix after their results differ', async () => {
  const same = fc.record({ turns, wire: wires });
  await fc.assert(
    fc.asyncProperty(same, fc.integer({ min: 2, max: 4 }), order, async (shared, count, choices) => {
      const script = { ...shared, question: 'Weather?', ids: 'counted' as const };
      const scripts = Array.from({ length: count }, (_, index) => ({ ...script, name: `loop${index}` }));
      const traces = tracesOf(await interleave(scripts, choices));
      expect(traces.map((trace) => trace.length)).toEqual(scripts.map(() => traces[0]?.length));
      for (const trace of traces) {
        const later = trace.filter((span) => turnOf(span) !== '0' || span.name.startsWith('execute_tool'));
        expect(new Set(later.map(loopOf)).size).toBe(1);
      }
    }),
    some,
  );
});
