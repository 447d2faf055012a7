import { describe, expect, it } from 'vitest';
import { callOutcome, hasNoEnd } from './call-outcome.ts';
import {
  callFailure,
  errorsIn,
  isThinkingUnknown,
  moreCalls,
  openSpanWords,
  openWords,
  paidSentence,
  rowName,
  shownState,
  reportedTotal,
  whySentence,
} from './sentences.ts';
import type { Step } from './step-tree.ts';

const call = (tool: string, status = 'ok') => ({
  tool,
  status,
  duration: 10,
  execution: {},
  resultRow: null,
  type: 'function',
  runs: 1,
});
const step = (fields: Record<string, unknown> = {}) =>
  ({
    number: 7,
    kind: 'calls',
    calls: [call('web_search'), call('web_search'), call('read_file', 'error')],
    thought: { state: 'summary', tokens: 2900, characters: 80, count: 1 },
    paid: { cost: 51_261_000, hiddenCost: 40_600_000, approximate: false },
    shares: null,
    span: null,
    ...fields,
  }) as unknown as Step;
const state = (name: string, tokens: number | null = null) => step({ thought: { state: name, tokens, characters: 0 } });

describe('a step in sentences', () => {
  it('has a row name with thought, action, failure and price', () => {
    expect(rowName(step())).toBe(
      'Step 7, thought is a summary of 2,900 hidden tokens, called web_search twice and read_file, read_file failed, 5.1 cents, 79 percent hidden.',
    );
  });

  it('has no share of hidden thinking that is known where a thought came without its count', () => {
    const uncounted = (name: string) =>
      step({ span: { reasoningTokens: null, status: 'ok', partial: false }, thought: { state: name, tokens: null } });
    expect(['readable', 'summary', 'unreported', 'none'].map((name) => isThinkingUnknown(uncounted(name)))).toEqual([
      ...[true, true, true, false],
    ]);
  });

  it('does not call a model call without output that has not answered yet', () => {
    const begun = { status: 'unset', duration: null, inputTokens: null, outputTokens: null, partial: false };
    const thought = { state: 'unreported', tokens: null, characters: 0, count: 0 };
    const name = (span: object) => rowName(step({ kind: 'response', calls: [], span, thought, paid: null }));
    expect(name(begun)).toMatch(/, no end yet\.$/);
    expect(name({ ...begun, status: 'ok', duration: 5, outputTokens: 9 })).toMatch(/, no output recorded\.$/);
  });

  it('counts every call that failed, and a model call that failed as one', () => {
    expect(errorsIn(step())).toBe(1);
    expect(errorsIn(step({ calls: [call('a', 'error'), call('b', 'error'), call('c')] }))).toBe(2);
    expect(errorsIn(step({ calls: [], span: { status: 'error' } }))).toBe(1);
    // The span of a run is the span of its call.
    expect(errorsIn(step({ calls: [call('a', 'error')], span: { status: 'error' } }))).toBe(1);
    expect(errorsIn(step({ calls: [call('a')] }))).toBe(0);
  });

  it('says of a model call that failed why, and what came before', () => {
    const failed = (fields: Record<string, unknown>) =>
      step({ kind: 'answer', calls: [], span: { status: 'error', statusMessage: 'Token limit reached' }, ...fields });
    expect(callFailure(failed({}))).toBe('Token limit reached');
    expect(callFailure(failed({ span: { status: 'error', statusMessage: null } }))).toBe('');
    expect(callFailure(failed({ kind: 'run' })), 'the span of a run is that of its tool').toBeUndefined();
    expect(rowName(failed({}))).toContain('the model call failed');
    expect(whySentence(failed({}))).toBe('The provider’s summary of what the model thought before the call failed:');
    const unsaid = { thought: { state: 'unreported', tokens: null, characters: 0 } };
    expect(whySentence(failed({ ...unsaid, kind: 'response' }))).toBe('The call failed before anything was written.');
    expect(whySentence(failed(unsaid))).toBe('No thinking was reported before it failed.');
  });

  it('does not leave out that a call without a line of its own failed', () => {
    expect(moreCalls(step().calls)).toEqual({ words: '+3 more calls', failed: '✕ 1 failed', probable: '' });
    expect(moreCalls(step().calls.slice(0, 1))).toEqual({ words: '+1 more call', failed: '', probable: '' });
    const probable = { ...step().calls[0]!, status: 'probable_error' as const };
    expect(moreCalls([probable])).toMatchObject({ failed: '', probable: '✕? 1 probably failed' });
  });

  it('says of a span without an end that it ended if it was answered, and otherwise what is known', () => {
    const span = { status: 'unset' as const, outputTokens: null };
    expect(openSpanWords(span, 'running')).toBe('running');
    expect(openSpanWords({ ...span, outputTokens: 0 }, 'running')).toBe('duration not reported');
    expect(openSpanWords({ ...span, status: 'error' }, 'no end recorded')).toBe('duration not reported');
  });

  it('says of a call without an end what is known of it', () => {
    const unended = { ...step().calls[0]!, execution: null, duration: null, status: 'unset' as const };
    const told = (live: boolean, past: boolean) => callOutcome(unended, openWords({ live, past }));
    expect([told(false, false), told(true, false), told(true, true)]).toEqual([
      'no result seen',
      'running',
      'no result yet',
    ]);
    expect(callOutcome(step().calls[0]!, 'running')).toBe('done in 10 ms');
    const begun = { ...unended, request: null, execution: step().calls[0]!.execution };
    expect(callOutcome(begun)).toBe('no end recorded');
    const asked = { ...unended, request: begun.execution };
    expect([asked, begun].map(hasNoEnd)).toEqual([true, true]);
    expect(
      [
        { ...begun, status: 'ok' as const },
        { ...begun, duration: 0 },
        { ...begun, resultRow: begun.execution },
      ].map(hasNoEnd),
    ).toEqual([false, false, false]);
  });

  it('says why, or who keeps us from knowing', () => {
    expect(whySentence(step())).toBe(
      'Called because the model thought, in the provider’s summary of 2,900 hidden tokens:',
    );
    expect(whySentence(state('withheld', 1204))).toMatch(
      /^Thought for 1,204 tokens, no text returned\. The reason was paid for/,
    );
    const split = { paid: { cost: 1, hiddenCost: 1, approximate: true }, calls: [] };
    expect(whySentence(step({ ...split, thought: { state: 'withheld', tokens: 200 } }))).toMatch(
      /^Thought for ≈ 200 tokens/,
    );
    expect(rowName(step({ ...split, thought: { state: 'withheld', tokens: 200 } }))).toContain(
      'thought for about 200 tokens',
    );
    expect(whySentence(state('none', 0))).toBe('The provider reports no thinking before this.');
    expect(whySentence(state('unreported'))).toBe(
      'This provider does not report thinking, so the reason is not known.',
    );
    expect(
      whySentence(
        step({ thought: { state: 'shared', tokens: null }, shares: { key: 'x', textKey: 'x', label: '7a' } }),
      ),
    ).toBe('Called on the thought of call 7a:');
    expect(whySentence(step({ thought: { state: 'shared', tokens: null }, shares: 'missing' }))).toMatch(
      /a call that is not in this trace/,
    );
  });

  it('blames no provider for a model call that has not answered', () => {
    const open = { status: 'unset', duration: null, inputTokens: null, outputTokens: null };
    const response = (span: object) =>
      step({ kind: 'response', calls: [], paid: null, thought: { state: 'unreported', tokens: null }, span });
    expect(whySentence(response(open))).toBe('The model had not answered when this was recorded.');
    expect(rowName(response(open))).toContain('no answer in this trace, no end yet');
    const unpaid = { ...response(open), paid: { cost: null } } as unknown as Step;
    expect(paidSentence(unpaid)).toBe('The model had not answered when this was recorded, so its usage is not known.');
    expect(rowName(unpaid)).toMatch(/, usage not known\.$/);
    const answered = [{ duration: 3 }, { status: 'ok' }, { inputTokens: 4 }, { outputTokens: 2 }];
    for (const told of answered)
      expect(whySentence(response({ ...open, ...told }))).toContain('does not report thinking');
  });

  it('says where a reported total comes from, and nothing for a computed one', () => {
    expect(reportedTotal('provider')).toBe('The total is the provider’s own figure.');
    expect(reportedTotal('record')).toMatch(/log record of the sender/);
    expect([reportedTotal('computed'), reportedTotal(null)]).toEqual([undefined, undefined]);
  });

  it('says what was paid, without taking no price for nothing', () => {
    expect(paidSentence(step())).toBe('Cost $0.051, 79 % of it hidden.');
    expect(paidSentence(step({ paid: { cost: 7_500_000, hiddenCost: 0, approximate: true } }))).toBe(
      'Cost ≈ $0.0075, none of it hidden.',
    );
    expect(paidSentence(step({ paid: { cost: null, hiddenCost: null, approximate: false } }))).toBe(
      'There is no price for this model.',
    );
    const inRun = step({ paid: { cost: null, hiddenCost: null, approximate: false, inRun: true } });
    expect(paidSentence(inRun)).toMatch(/^The agent’s run above reports/);
    expect(rowName(inRun)).toMatch(/charged with the run above\.$/);
    expect(paidSentence(step({ paid: null }))).toBe('Running a tool has no price of its own.');
    expect(paidSentence(step({ paid: null, kind: 'response' }))).toBe('The call failed before any usage was reported.');
    // The model may have a price, but there is no usage to multiply it with.
    const span = { inputTokens: null, outputTokens: null };
    expect(paidSentence(step({ paid: { cost: null }, span }))).toBe('No usage was reported, so nothing can be priced.');
    expect(rowName(step({ paid: { cost: null }, span }))).toMatch(/, usage not reported\.$/);
    const half = { inputTokens: null, outputTokens: 12 };
    expect(paidSentence(step({ paid: { cost: null }, span: half }))).toMatch(/^Only a part of the usage was reported/);
    expect(rowName(step({ paid: { cost: null }, span: half }))).toMatch(/, only a part of the usage was reported\.$/);
  });
});

describe('a step of an answer without an end', () => {
  const span = { partial: true, duration: null, status: 'unset', inputTokens: null, outputTokens: null };
  const paid = { cost: null, hiddenCost: null, approximate: false };
  const partial = (kind: string, thought: string) =>
    step({ kind, calls: [], span, paid, thought: { state: thought, tokens: null, characters: 5, count: 1 } });

  it('is not said to have answered, nor to lack a price', () => {
    expect(rowName(partial('answer', 'readable'))).toBe('Step 7, thought can be read, no end yet, usage not known.');
    expect(rowName({ ...partial('calls', 'readable'), calls: [call('web_search', 'unset')] } as unknown as Step)).toBe(
      'Step 7, thought can be read, calls web_search, no end yet, usage not known.',
    );
    expect(paidSentence(partial('answer', 'readable'))).toBe(
      'The model call has no end yet, so its usage is not known.',
    );
  });

  it('says how far its thought came, and nothing of what its provider reports', () => {
    expect(whySentence(partial('answer', 'readable'))).toBe('What the model thought so far:');
    expect(whySentence(partial('answer', 'unreported'))).toBe('No thinking reported so far.');
    expect(whySentence(partial('response', 'unreported'))).toBe('No part of the answer has arrived so far.');
    expect(shownState(partial('answer', 'unreported'))).toBe('untold');
    expect(isThinkingUnknown(partial('answer', 'unreported'))).toBe(false);
  });
});
