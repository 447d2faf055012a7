// What each level keeps of a text. A digest reveals only whether two texts are equal.
import { heldTexts, HIDDEN_BY_SENDER, REDACTED_THINKING } from '@subtext/reasoning';
import { describe, expect, it } from 'vitest';
import { compileRules, UnusableRules } from './compile-rules.ts';
import { cutTo } from './cut-text.ts';

const key = (digit: string) => digit.repeat(64);
const keepWith = (rules: object) => compileRules(rules).keep;
const hashed = (hashKey = key('a')) => keepWith({ capture: { arguments: 'hash' }, hashKey });

describe('a hashed text', () => {
  const digest = (text: string, keep = hashed()) => heldTexts(keep.text(text, 'arguments')!)![0]!;

  it('is a digest and a length, the same for the same text', () => {
    expect(hashed().text('4242', 'arguments')).toMatch(/^\[hashed: [0-9a-f]{32}, 4 characters\]$/);
    expect(digest('4242')).toEqual(digest('4242'));
    expect(digest('4243').digest).not.toBe(digest('4242').digest);
  });

  it('has another digest in another project', () => {
    expect(digest('4242', hashed(key('b'))).digest).not.toBe(digest('4242').digest);
  });

  it('is hashed only once', () => {
    const once = hashed().text('4242', 'arguments')!;
    expect(hashed().text(once, 'arguments')).toBe(once);
  });

  it('has the length before it was cut', () => {
    expect(digest(cutTo('x'.repeat(900), 300)).characters).toBe(900);
  });

  it('does not change the mark of a redacted thought, which never had a text', () => {
    expect(keepWith({ capture: { reasoning: 'hash' }, hashKey: key('a') }).text(REDACTED_THINKING, 'reasoning')).toBe(
      REDACTED_THINKING,
    );
  });

  it('does not change the mark of a text that its sender withheld', () => {
    expect(hashed().text(HIDDEN_BY_SENDER, 'arguments')).toBe(HIDDEN_BY_SENDER);
  });

  it.each([undefined, '', 'a', key('A'), 7])('is not possible without a key: %j', (hashKey) => {
    expect(() => keepWith({ capture: { text: 'hash' }, hashKey })).toThrow(UnusableRules);
  });
});

it('a text that may quote others follows the strictest level', () => {
  const keep = keepWith({ capture: { reasoning: 'hash', results: 'length' }, hashKey: key('a') });
  expect(keep.quoting('four')).toBe('[4 characters]');
  expect(keepWith({ capture: { text: 'none' } }).quoting('four')).toBeUndefined();
});

describe('a limit', () => {
  it('cuts with a mark that contains the full length', () => {
    const keep = keepWith({ limits: { results: 200 } });
    expect(keep.text('x'.repeat(200), 'results')).toBe('x'.repeat(200));
    expect(keep.text('x'.repeat(201), 'results')).toBe(`${'x'.repeat(200)}\n… [cut: 200 of 201 characters kept]`);
    expect(keep.text('x'.repeat(201), 'arguments')).toBe('x'.repeat(201));
  });

  it('keeps the original length of a text that was already cut', () => {
    const once = cutTo('x'.repeat(5000), 1000);
    expect(cutTo(once, 300)).toBe(`${'x'.repeat(300)}\n… [cut: 300 of 5000 characters kept]`);
    expect(cutTo(once, 1000)).toBe(once);
  });

  it.each([199, 1_000_001, 250.5, '300'])('of %j is refused', (results) => {
    expect(() => keepWith({ limits: { results } })).toThrow(UnusableRules);
  });
});
