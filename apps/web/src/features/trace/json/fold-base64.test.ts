import { describe, expect, it } from 'vitest';
import { foldBase64 } from './fold-base64.ts';

const bytes = (count: number) =>
  Buffer.from(Array.from({ length: count }, (_, index) => (index * 73) % 251)).toString('base64');

describe('base64 in a text', () => {
  it('is its type and size, wherever it stands', () => {
    expect(foldBase64(`data:image/png;base64,${bytes(30_000)}`)).toBe('⟨image/png, base64, 30 kB⟩');
    const json = JSON.stringify({ type: 'image', data: bytes(3000), note: 'a chart' });
    expect(JSON.parse(foldBase64(json))).toEqual({ type: 'image', data: '⟨base64, 3.0 kB⟩', note: 'a chart' });
  });

  it('says that there is more where the text goes on', () => {
    expect(foldBase64(bytes(48_000), true)).toBe('⟨base64, over 48 kB⟩');
    expect(foldBase64(`${bytes(48_000)} end`, true)).toBe('⟨base64, 48 kB⟩ end');
  });

  it('leaves what only looks like it', () => {
    for (const text of [
      'x'.repeat(3000),
      'af09'.repeat(500),
      'Donaudampfschifffahrt'.repeat(100),
      bytes(60),
      'a b '.repeat(900),
    ])
      expect(foldBase64(text)).toBe(text);
  });

  it('reads a text of many runs that are almost long enough once', () => {
    const text = `${'aB3'.repeat(133)} `.repeat(2500);
    const began = performance.now();
    expect(foldBase64(text)).toBe(text);
    // Rescanning a run from each of its letters would take a hundred times as long.
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
