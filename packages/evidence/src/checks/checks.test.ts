import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHECK_IDS, CHECKS, checkRun, stepOutcome, type Run } from './index.ts';
import { runOf, stepOf, thinks } from './testing/runs.ts';

describe('a checked run', () => {
  test('has every check once', () => {
    expect(CHECKS.map(({ id }) => id)).toEqual(CHECK_IDS);
  });

  test('says of each step whether something was found, nothing was found, or it could not be checked', () => {
    const run = runOf(
      { thought: 'Do not refund the order.', hidden: ['redacted'], calls: [{ tool: 'refund_order' }] },
      { hidden: ['redacted'], calls: [{ tool: 'refund_order' }] },
      { thought: 'The customer is right.', calls: [{ tool: 'refund_order' }] },
    );
    const checked = checkRun(run);
    const outcomes = run.steps.map((_, step) => stepOutcome(checked, 'against-thought', step));
    expect(outcomes).toEqual(['found', 'not_checked', 'nothing_found']);
  });

  test('never calls hidden thinking free of faults', () => {
    const texts = ['other-tool', 'other-value', 'against-thought', 'circling'] as const;
    for (const hidden of ['redacted', 'encrypted', 'withheld', 'removed'] as const) {
      const checked = checkRun(runOf({ hidden: [hidden], calls: [{ tool: 'search' }] }));
      for (const id of texts) expect(stepOutcome(checked, id, 0)).toBe('not_checked');
    }
  });
});

/** Opening and closing text of one level. */
const NESTED = [
  ['[', ']'],
  ['{"a":', '}'],
] as const;

describe('hostile input', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom('not ', 'call ', 'order ', '8812', '. ', 'İ', '`', '.*+?^${}()|[]\\', '\n'), {
        maxLength: 60,
      })
      .map((parts) => parts.join('')),
  );
  const call = fc.record({
    tool: fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'order', '.*')),
    arguments: fc.oneof(text, fc.json(), fc.constant('{"__proto__":{"id":8812}}')),
  });
  const step = fc
    .record({ thought: text, calls: fc.array(call, { maxLength: 4 }), callsBefore: fc.integer({ min: -2, max: 9 }) })
    .map(({ thought, calls, callsBefore }) =>
      stepOf({ thoughts: [{ text: thought, callsBefore, isSummary: false }], calls }),
    );
  const run: fc.Arbitrary<Run> = fc.record({
    steps: fc.array(step, { maxLength: 5 }),
    tools: fc.array(text, { maxLength: 5 }),
  });

  test('never throws, and every quote is the text at its offsets', () => {
    fc.assert(
      fc.property(run, (hostile) => {
        for (const { evidence, step: index, call: at } of checkRun(hostile).findings) {
          expect(hostile.steps[index]).toBeDefined();
          if (at !== null) expect(hostile.steps[index]?.calls[at]).toBeDefined();
          for (const entry of evidence) {
            if (entry.kind !== 'quote') continue;
            const thought = hostile.steps[entry.step]?.thoughts[entry.thought];
            expect(thought?.text.slice(entry.from, entry.to)).toBe(entry.text);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test('with a thought before the first call, or behind the last one, points at calls that exist', () => {
    const thoughts = [-1, 7].map((callsBefore) => ({
      text: 'Do not refund the order.',
      callsBefore,
      isSummary: false,
    }));
    const { findings } = checkRun(runOf({ thoughts, calls: [{ tool: 'refund_order' }] }));
    expect(findings).toMatchObject([{ check: 'against-thought', call: 0, evidence: [{ thought: 0 }, {}] }]);
  });

  test('of a megabyte is read up to a bound', () => {
    for (const piece of ['a', '"', 'do not ', 'order 1', '.', "I'll call get_order ", 'x@x.', '[']) {
      const long = piece.repeat(1_000_000 / piece.length);
      const checked = checkRun(thinks(long, { tool: 'get_order', arguments: long }, { tool: 'x'.repeat(1_000_000) }));
      expect(checked.notChecked).toContainEqual({ check: 'other-tool', step: 0, call: null, reason: 'text_too_long' });
    }
  });

  test('as deep arguments is compared', () => {
    for (const depth of [50, 500, 1_500, 5_000, 50_000]) {
      for (const [open, close] of NESTED) {
        const call = { tool: 'search', arguments: `${open.repeat(depth)}1${close.repeat(depth)}` };
        expect(checkRun(runOf({ calls: [call] }, { calls: [call] })).findings).toMatchObject([{ check: 'repeated' }]);
      }
    }
  });
});
