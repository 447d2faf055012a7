import { describe, expect, it } from 'vitest';
import { stepAction } from './step-action.ts';
import type { Step } from './step-tree.ts';

const call = (tool: string, status: string, rest: object = {}) => ({
  ...{ tool, status, type: 'function', request: {}, execution: null, resultRow: null, duration: null },
  ...rest,
});
const step = (kind: Step['kind'], calls: object[], span: object | null = null) =>
  ({ kind, calls, span, isWithin: false }) as unknown as Step;

describe('the action of a step', () => {
  it('names each tool once, and a failure before what went well', () => {
    const { tools } = stepAction(
      step('calls', [
        call('web_search', 'ok'),
        call('read_file', 'unset', { execution: {}, duration: 3 }),
        call('web_search', 'error'),
        call('__proto__', 'unset'),
      ]),
    );
    expect(tools).toEqual([
      { name: 'web_search', calls: 2, outcome: 'error' },
      { name: 'read_file', calls: 1, outcome: 'unknown' },
      { name: '__proto__', calls: 1, outcome: 'open' },
    ]);
  });

  it('takes no tool for done that began and did not end', () => {
    const { tools } = stepAction(step('calls', [call('find_trains', 'unset', { execution: {} })]));
    expect(tools).toEqual([{ name: 'find_trains', calls: 1, outcome: 'open' }]);
  });

  it('is no tool for an answer, and a failure for a model call that failed', () => {
    expect(stepAction(step('answer', [call('text_output', 'unset')]))).toEqual({
      kind: 'answer',
      tools: [],
      failed: false,
      isWithin: false,
      isPartial: false,
    });
    expect(stepAction(step('response', [], { status: 'error' }))).toMatchObject({ failed: true });
  });

  it('is that it ran within another one, for a model call of which only that is known', () => {
    const within = { ...step('response', [], { status: 'ok' }), isWithin: true };
    expect(stepAction(within)).toMatchObject({ isWithin: true });
  });
});
