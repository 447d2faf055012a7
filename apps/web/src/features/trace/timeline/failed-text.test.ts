import { describe, expect, it } from 'vitest';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { failedText } from './failed-text.ts';
import type { Lane } from './layout.ts';

const step = (fields: Record<string, unknown> = {}, thought: Record<string, unknown> = {}) =>
  ({
    kind: 'calls',
    calls: [{ key: 'a:0' }, { key: 'a:1' }],
    thought: { key: 'a:0', state: 'readable', characters: 30, hasPreamble: true, ...thought },
    ...fields,
  }) as unknown as Step;
const failed = (of: Step, { hide = [] as Lane[], peeked = false, keys = ['a:0', 'a:1'] } = {}) =>
  failedText(of, { hide: new Set(hide), peeked, isFailed: (key) => keys.includes(key) });

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
