import { expect, it } from 'vitest';
import { chunksOf, rowOf, rowsOf } from './long-text.ts';

const textsOf = (text: string) => chunksOf(text).map((chunk) => chunk.text);
const drawn = (pieces: Parameters<typeof rowsOf>[0]) =>
  rowsOf(pieces).map((row) => ('chunk' in row ? row.chunk.text : row.lack));

it('cuts a text behind lines into chunks of at most twenty, and loses nothing', () => {
  const text = Array.from({ length: 1000 }, (_, at) => `line ${at}`).join('\n');
  const chunks = textsOf(text);
  expect(chunks.join('')).toBe(text);
  expect(chunks).toHaveLength(50);
  expect(chunks.slice(0, -1).every((chunk) => chunk.endsWith('\n'))).toBe(true);
});

it('cuts a line that never ends, behind a space where there is one', () => {
  const words = textsOf('eggs '.repeat(10_000));
  expect(words.every((chunk) => chunk.length <= 2000 && chunk.endsWith(' '))).toBe(true);
  const letters = textsOf('x'.repeat(5_000_000));
  expect(Math.max(...letters.map((chunk) => chunk.length))).toBe(2000);
  expect(letters.join('')).toHaveLength(5_000_000);
});

it('does not cut a character in two', () => {
  const chunks = textsOf(`x${'😀'.repeat(3000)}`);
  expect(chunks.every((chunk) => chunk.isWellFormed())).toBe(true);
});

it('takes line breaks alone for lines', () => {
  const chunks = chunksOf('\n'.repeat(100));
  expect(chunks.map(({ lines }) => lines)).toEqual([20, 20, 20, 20, 20]);
});

it('has a row for each piece that has not come, and one for a piece that failed', () => {
  expect(drawn([chunksOf('one\n'), undefined, 'failed', chunksOf('four')])).toEqual([
    'one\n',
    'waiting',
    'failed',
    'four',
  ]);
});

it('puts the line together in which a piece was cut, once both sides are known', () => {
  const [first, second] = [chunksOf('one\ntw'), chunksOf('o\nthree')];
  expect(drawn([first, undefined])).toEqual(['one\ntw', 'waiting']);
  expect(drawn([first, second])).toEqual(['one\ntwo\n', 'three']);
  expect(drawn([first, chunksOf('o')])).toEqual(['one\ntwo']);
});

it('finds the row of a chunk, also of one that went to the piece before it', () => {
  const pieces = [chunksOf('one\ntw'), chunksOf('o'), undefined];
  const rows = rowsOf(pieces);
  expect([rowOf(rows, 0, 0), rowOf(rows, 1, 0), rowOf(rows, 2, 0)]).toEqual([0, 0, 1]);
});
