import { expect, it } from 'vitest';
import { loadPieces, PIECE } from './load-pieces.ts';

it('puts a text together from its pieces in their order, a few of them at the same time', async () => {
  let [asking, most] = [0, 0];
  const text = await loadPieces(PIECE * 20 + 1, async (offset) => {
    asking += 1;
    most = Math.max(most, asking);
    await Promise.resolve();
    asking -= 1;
    return { text: `${offset / PIECE} ` };
  });
  expect(text).toBe(Array.from({ length: 21 }, (_, at) => `${at} `).join(''));
  expect(most).toBe(8);
});

it('asks for nothing of an empty text', async () => {
  expect(await loadPieces(0, () => Promise.reject(new Error('asked')))).toBe('');
});
