import { describe, expect, it } from 'vitest';
import { OUTCOMES, outcomeOf } from '../../../lib/traces/trace-outcome.ts';
import { thoughtsLine, toolsLine } from './row-words.ts';

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
const quiet = { errors: 0, quietMs: 60_000, hasNoEnd: false, recovered: false, answered: false, snapshots: 0 };

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

  it('is done seconds after its last answer, because no tool is awaited', () => {
    expect(outcomeOf({ ...quiet, quietMs: 4000 })).toBe('running');
    expect(outcomeOf({ ...quiet, quietMs: 4000, answered: true })).toBe('done');
    expect(outcomeOf({ ...quiet, quietMs: 1000, answered: true })).toBe('running');
  });

  it('is done when it recovered from an error, and still says what failed', () => {
    const row = { ...quiet, errors: 1, recovered: true };
    expect(OUTCOMES[outcomeOf(row)]).toEqual({ mark: '✓', says: 'done, after an error' });
    expect(outcomeOf({ ...row, quietMs: 2000 })).toBe('running');
    expect(outcomeOf({ ...row, hasNoEnd: true })).toBe('noEnd');
    const tools = [{ name: 'list_mail', calls: 2 }];
    expect(toolsLine({ highlight: { ...highlight, tools, failedTool: 'help' }, ...row })).toBe('✕ help, list_mail ×2');
    expect(toolsLine({ highlight: null, ...row })).toBe('✕ with errors');
  });

  it('is not done while an answer is streaming, whose snapshots are rare, nor when it never ended', () => {
    expect(outcomeOf({ ...quiet, snapshots: 3, quietMs: 40_000 })).toBe('running');
    expect(outcomeOf({ ...quiet, snapshots: 3 })).toBe('noEnd');
    expect(outcomeOf({ ...quiet, snapshots: 3, errors: 1 })).toBe('error');
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
