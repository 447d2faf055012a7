import { describe, expect, it } from 'vitest';
import { cutAlike } from './cut-alike.ts';

describe('arguments below one another', () => {
  it('are cut in the middle of what they have in common', () => {
    const paths = ['layout.ts', 'layout.test.ts'].map((name) => `path: /home/me/shop/apps/web/src/timeline/${name}`);
    expect(cutAlike(paths)).toEqual(['path: /home/…layout.ts', 'path: /home/…layout.test.ts']);
  });

  it('stay whole when they are short, when they are equal, and when they differ early', () => {
    const equal = `query: ${'the same words '.repeat(5)}`;
    const early = [`query: refund ${'of the order '.repeat(5)}`, `query: return ${'of the order '.repeat(5)}`];
    for (const lines of [['path: src/a.ts', 'path: src/b.ts'], [equal, equal], early, [equal]])
      expect(cutAlike(lines)).toEqual(lines);
  });

  it('are cut by the one that is most like them', () => {
    const [first, , other] = ['x one', 'x two', 'y'].map((end) => `query: ${'long '.repeat(10)}${end}`);
    const cut = cutAlike([first!, `query: ${'long '.repeat(10)}x two`, other!]);
    expect(cut[0]).toMatch(/^query: long ….*x one$/);
    expect(new Set(cut).size).toBe(3);
  });
});
