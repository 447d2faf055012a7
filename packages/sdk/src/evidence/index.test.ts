/** The functions for applications: what they say of a run, and that they take anything. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ARGUMENTS, thrownBy, type Anything } from '../testing/hostile-arguments.ts';
import * as evidence from './index.ts';

const { checkRun, EvidenceError, indexSeen, isInventedIdentifier, isUnsourced, originsOf, stepOutcome } = evidence;

describe('origins', () => {
  const seen = indexSeen([
    { kind: 'user', text: 'Refund my order 8812, please.' },
    { kind: 'tool_result', json: { customer: { id: 'cus_93ab1f' } }, step: '1', call: 'call_1' },
  ]);

  it('say where each value of the arguments was, and which was nowhere', () => {
    const args = '{"order":8812,"customer":"cus_93ab1f","card":"card_77f0a2"}';
    const { values, isComplete } = originsOf(args, seen);
    expect(values.map(({ path, origin }) => [path, origin.kind])).toEqual([
      [['order'], 'user'],
      [['customer'], 'tool_result'],
      [['card'], 'nowhere'],
    ]);
    expect(values[1]!.origin).toMatchObject({ locations: [{ call: 'call_1', path: ['customer', 'id'] }] });
    expect(values.map(isUnsourced)).toEqual([false, false, true]);
    expect(values.map(isInventedIdentifier)).toEqual([false, false, true]);
    expect(isComplete).toBe(true);
  });

  it('are unknown, and not nowhere, when a text is incomplete', () => {
    const cut = indexSeen([{ kind: 'tool_result', text: 'The order', isIncomplete: true }]);
    expect(cut.isComplete).toBe(false);
    expect(originsOf({ order: 8812 }, [cut]).values[0]!.origin).toEqual({ kind: 'unknown', reason: 'withheld' });
  });

  it('follow several indexes, one for each step', () => {
    const later = indexSeen([{ kind: 'user', text: 'Use card_77f0a2.' }]);
    expect(originsOf({ card: 'card_77f0a2' }, [seen, later]).values[0]!.origin.kind).toBe('user');
  });

  it.each([
    [() => indexSeen([{ kind: 'schema', text: 'x' } as never]), /Entry 0 has no kind of user, instructions/],
    [() => indexSeen([{ kind: 'user', text: 7 } as never]), /The text of entry 0 is no text/],
    [() => indexSeen('x' as never), /is a list of/],
    [() => originsOf({}, {} as never), /what indexSeen\(\) returns/],
    [() => isUnsourced(undefined as never), /The value cannot be read/],
  ])('say what is wrong with their input: %s', (run, message) => {
    expect(run).toThrow(EvidenceError);
    expect(run).toThrow(message);
  });
});

describe('checks', () => {
  const call = { tool: 'get_order', arguments: '{"id":8812}', result: '{"state":"paid"}', status: 'ok' as const };

  it('find a call that is repeated, in a run that reports little', () => {
    const checked = checkRun({ steps: [{ calls: [call] }, { calls: [call], newUserMessage: false }] });
    expect(checked.findings).toMatchObject([
      { check: 'repeated', step: 1, call: 0, confidence: 'certain', tokens: null },
    ]);
    expect(stepOutcome(checked, 'repeated', 1)).toBe('found');
    expect(stepOutcome(checked, 'far-above', 1)).toBe('not_checked');
  });

  it('never say that nothing was found in a step that reports nothing', () => {
    const checked = checkRun({ steps: [{}] });
    expect(checked.findings).toEqual([]);
    expect(checked.notChecked.map(({ reason }) => reason)).toContain('thinking_not_reported');
  });

  it('find a thought that names another tool than the call uses', () => {
    const thoughts = [{ text: "The order is open. I'll call get_order now." }];
    const run = { tools: ['get_order', 'refund_order'], steps: [{ thoughts, calls: [{ tool: 'refund_order' }] }] };
    const [finding] = checkRun(run).findings;
    expect(finding).toMatchObject({ check: 'other-tool', confidence: 'likely' });
    const quote = finding!.evidence.find(({ kind }) => kind === 'quote') as evidence.Quote;
    expect(thoughts[0]!.text.slice(quote.from, quote.to)).toBe(quote.text);
  });

  it.each([
    [{ steps: [{ calls: [{}] }] }, 'run.steps[0].calls[0].tool is no text.'],
    [{ steps: [{ dollars: -1 }] }, 'run.steps[0].dollars is no number of 0 or more.'],
    [{ steps: [{ finish: 'soon' }] }, 'run.steps[0].finish is no value of complete, length,'],
    [{ steps: 'x' }, 'run.steps is no list.'],
    [{ steps: [], usualThinking: {} }, 'run.usualThinking is no Map.'],
    [undefined, 'run is no object.'],
  ])('say which field of %j is wrong', (run, message) => {
    expect(() => checkRun(run as never)).toThrow(EvidenceError);
    expect(() => checkRun(run as never)).toThrow(message);
  });
});

const FUNCTIONS = Object.entries(evidence).filter(([name]) => name !== 'EvidenceError') as [string, Anything][];

describe('a public function', () => {
  it.each(FUNCTIONS)('%s takes anything, and throws nothing but an EvidenceError', async (_, run) => {
    await fc.assert(
      fc.asyncProperty(ARGUMENTS, async (args) => {
        const thrown = await thrownBy(run, args);
        return thrown === undefined || thrown instanceof EvidenceError;
      }),
      { numRuns: 300 },
    );
  });
});
