import { describe, expect, it } from 'vitest';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { failedText } from './failed-text.ts';
import type { Lane } from './layout.ts';

const step = (fields: Record<string, unknown> = {}, thought: Record<string, unknown> = {}) =>
  ({
    kind: 'calls',
    calls: ['a:0', 'a:1'].map((key) => ({ key, execution: null, otherRuns: null, resultRow: null, request: null })),
    thought: { key: 'a:0', state: 'readable', characters: 30, hasPreamble: true, ...thought },
    ...fields,
  }) as unknown as Step;
const failed = (of: Step, { calls = 6, hide = [] as Lane[], peeked = false, keys = ['a:0', 'a:1'] } = {}) =>
  failedText(of, { calls, hide: new Set(hide), peeked, isFailed: (key) => keys.includes(key) });

describe('that a text could not be loaded', () => {
  it('is said nowhere while none failed', () => {
    expect(failed(step(), { keys: [] })).toBeUndefined();
  });

  it('is said once, where the first of the texts would be', () => {
    expect(failed(step())).toEqual({ lane: 'thought', key: 'a:0' });
    expect(failed(step({}, { state: 'none', characters: 0 }))).toEqual({ lane: 'said', key: 'a:0' });
    expect(failed(step({}, { key: null, hasPreamble: false }))).toEqual({ lane: 'did', key: 'a:0' });
    expect(failed(step(), { keys: ['a:1'] })).toEqual({ lane: 'did', key: 'a:1' });
  });

  it('is said in the action lane for a result, and not for calls that are not shown', () => {
    const call = {
      key: 'a:0',
      execution: { spanId: 'run', index: 0 },
      otherRuns: null,
      resultRow: null,
      request: null,
    };
    const of = step({ calls: [call] }, { key: null, hasPreamble: false });
    expect(failed(of, { keys: ['run:0'] })).toEqual({ lane: 'did', key: 'run:0' });
    expect(failed(of, { keys: ['run:0'], calls: 0 })).toBeUndefined();
  });

  it('is said in a lane that is shown', () => {
    expect(failed(step(), { hide: ['thought'] })).toMatchObject({ lane: 'said' });
    expect(failed(step(), { hide: ['thought', 'said'] })).toMatchObject({ lane: 'did' });
    expect(failed(step(), { hide: ['thought', 'said', 'did'] })).toBeUndefined();
    expect(failed(step({ kind: 'answer' }, { key: null }), { hide: ['said'] })).toBeUndefined();
  });

  it('is not said of a thought that was loaded to be peeked at', () => {
    expect(failed(step(), { peeked: true })).toMatchObject({ lane: 'said' });
  });
});
