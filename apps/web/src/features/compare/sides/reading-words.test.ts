import { describe, expect, it } from 'vitest';
import { readingWords } from './reading-words.ts';

const nothing = { summary: undefined, steps: undefined, compared: undefined };
const counted = { ...nothing, summary: { spans: 24_946 } };
const drawn = { ...counted, steps: { length: 10_000 } };
const read = { ...drawn, compared: { length: 10_000 } };

describe('the words while two runs are read', () => {
  it('say for each run how far it is', () => {
    expect(readingWords(nothing, counted)).toEqual(['A: reading…', 'B: reading 24,946 spans…']);
    expect(readingWords(drawn, read)).toEqual(['A: reading the texts of 10,000 steps…', 'B: 10,000 steps read.']);
  });

  it('name both runs when only the comparison is left', () => {
    expect(readingWords({ ...read, compared: { length: 1 } }, read)).toEqual([
      'Comparing 1 step of A with 10,000 steps of B…',
    ]);
  });
});
