import { describe, expect, it } from 'vitest';
import { blocksBehind } from './use-peeked-thought.ts';

describe('the thoughts behind the first that a peek shows', () => {
  it('are all the others, as many as there are lines', () => {
    expect(blocksBehind({ text: 'first', blocks: 1 })).toEqual([]);
    expect(blocksBehind({ text: 'first', blocks: 3 })).toEqual([1, 2]);
    expect(blocksBehind({ text: 'first', blocks: 80 })).toHaveLength(11);
  });

  it('are none where the first alone fills the lines', () => {
    expect(blocksBehind({ text: 'x'.repeat(3000), blocks: 3 })).toEqual([]);
  });
});
