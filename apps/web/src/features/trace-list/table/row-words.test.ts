import { describe, expect, it } from 'vitest';
import { OUTCOMES, outcomeOf, thoughtsLine, titleOf, toolsLine } from './row-words.ts';

const highlight = {
  id: 'a',
  thought: null,
  failedTool: null,
  modelFailed: false,
  reasoningTokens: 0n,
  thoughts: 0,
  thoughtsWithoutText: 0,
  unreported: 0,
  tools: [],
};
const quiet = { errors: 0, quietMs: 60_000, hasNoEnd: false, snapshots: 0 };

describe('a row of the list', () => {
  it('is running while its spans are still coming, then says how it ended', () => {
    expect(outcomeOf({ ...quiet, errors: 1, quietMs: 2000 })).toBe('running');
    expect(outcomeOf({ ...quiet, errors: 1, quietMs: 20_000 })).toBe('error');
    expect(outcomeOf(quiet)).toBe('done');
    expect(outcomeOf({ ...quiet, hasNoEnd: true })).toBe('noEnd');
    expect(outcomeOf({ ...quiet, hasNoEnd: true, errors: 1 })).toBe('error');
    expect(outcomeOf({ ...quiet, hasNoEnd: true, quietMs: 2000 })).toBe('running');
    expect(OUTCOMES.noEnd).toEqual({ mark: '◌', says: 'no end recorded' });
  });

  it('is not done while an answer is streaming, whose snapshots are rare, nor when it never ended', () => {
    expect(outcomeOf({ ...quiet, snapshots: 3, quietMs: 40_000 })).toBe('running');
    expect(outcomeOf({ ...quiet, snapshots: 3 })).toBe('noEnd');
    expect(outcomeOf({ ...quiet, snapshots: 3, errors: 1 })).toBe('error');
  });

  it('is called by what was asked, else by its name, else by its id', () => {
    expect(titleOf({ asked: 'Refund', name: 'run', id: 'ab'.repeat(16) })).toBe('Refund');
    expect(titleOf({ asked: null, name: 'run', id: 'ab'.repeat(16) })).toBe('run');
    expect(titleOf({ asked: null, name: null, id: 'ab'.repeat(16) })).toBe('Trace abababab');
  });

  it('names the tool that failed, or those that were called most', () => {
    expect(toolsLine({ highlight: { ...highlight, failedTool: 'update_order' }, ...quiet, errors: 1 })).toBe(
      '✕ update_order',
    );
    expect(toolsLine({ highlight: { ...highlight, modelFailed: true }, ...quiet, errors: 1 })).toBe(
      '✕ model call failed',
    );
    // A span of another kind failed.
    expect(toolsLine({ highlight, ...quiet, errors: 1 })).toBe('✕ with errors');
    expect(toolsLine({ highlight: null, ...quiet, errors: 1 })).toBe('✕ with errors');
    const tools = [
      { name: 'list_mail', calls: 2 },
      { name: 'help', calls: 1 },
    ];
    expect(toolsLine({ highlight: { ...highlight, tools }, ...quiet })).toBe('list_mail ×2, help');
  });

  it('distinguishes thoughts without text from none and from not reported', () => {
    const line = (fields: object | null, generationsReporting = 1) =>
      thoughtsLine({ highlight: fields && { ...highlight, ...fields }, generationsReporting });
    expect(line({ thoughts: 3, thoughtsWithoutText: 3 }).text).toBe('3 of 3 thoughts have no text');
    expect(line({ unreported: 2 }, 0).mark).toBe('◌');
    expect(line({})).toEqual({ mark: '—', text: 'No thinking' });
    // The model call failed before it could report its thinking.
    expect(line({}, 0)).toEqual({ mark: '—', text: 'No thought was received' });
    expect(line(null).text).toContain('Too long');
  });
});
