import { expect, it } from 'vitest';
import { SharedDocument, type DocumentReader } from './shared-document.ts';

const TIMES = { stallMs: 60_000, mostMs: 60_000 };
const PIECE_BYTES = 256 * 1024;
/** Pieces that a window has room for. */
const WINDOW = 32;
const BYTES = Uint8Array.from({ length: PIECE_BYTES + 1_000 }, (_, at) => at);

/** Pieces that begin with their number, and how many were taken. */
function source(count: number) {
  const taken = { pieces: 0, ended: false };
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (let at = 0; at < count; at += 1) {
        taken.pieces += 1;
        yield BYTES.subarray(at, at + PIECE_BYTES);
      }
    } finally {
      taken.ended = true;
    }
  };
  return { taken, pieces: pieces() };
}

async function rest(reader: DocumentReader): Promise<number[]> {
  const all: number[] = [];
  for (let piece = await reader.next(); piece; piece = await reader.next()) all.push(piece[0]!);
  return all;
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const quiet = () => new Promise((resolve) => setTimeout(resolve, 20));

it('all clients get the whole of it, and it is read once', async () => {
  const document = new SharedDocument(TIMES);
  const readers = [document.join(), document.join(), document.join()];
  const { taken, pieces } = source(100);
  const filled = document.fill(pieces);
  expect(await Promise.all(readers.map(rest))).toEqual([numbers(100), numbers(100), numbers(100)]);
  await filled;
  expect(taken.pieces).toBe(100);
});

it('no more is read than a window holds while a client takes nothing', async () => {
  const document = new SharedDocument(TIMES);
  const [slow, fast] = [document.join(), document.join()];
  const { taken, pieces } = source(1_000);
  const filled = document.fill(pieces);
  for (let count = 0; count < WINDOW; count += 1) await fast.next();
  await quiet();
  expect(taken.pieces).toBe(WINDOW);
  slow.leave();
  expect(await rest(fast)).toHaveLength(1_000 - WINDOW);
  await filled;
});

it('can be joined until its first piece is gone', async () => {
  const document = new SharedDocument(TIMES);
  const first = document.join();
  const filled = document.fill(source(3).pieces);
  expect(document.isJoinable).toBe(true);
  const second = document.join();
  await first.next();
  expect(document.isJoinable).toBe(true);
  await second.next();
  expect(document.isJoinable).toBe(false);
  await Promise.all([rest(first), rest(second), filled]);
});

it('ends its source when the last reader leaves, also one that never took a piece', async () => {
  const document = new SharedDocument(TIMES);
  const reader = document.join();
  const { taken, pieces } = source(1_000);
  const filled = document.fill(pieces);
  await quiet();
  reader.leave();
  await filled;
  expect(taken).toEqual({ pieces: WINDOW, ended: true });
  expect(document.signal.aborted).toBe(true);
});

it('gives a client that left while it waited nothing more, and no error', async () => {
  const document = new SharedDocument(TIMES);
  const reader = document.join();
  const read = reader.next();
  reader.leave();
  document.fail(document.signal.reason);
  expect(await read).toBeUndefined();
});

it('drops a client that takes nothing for too long, and goes on with the others', async () => {
  const document = new SharedDocument({ ...TIMES, stallMs: 30 });
  const [slow, fast] = [document.join(), document.join()];
  const filled = document.fill(source(200).pieces);
  expect(await rest(fast)).toEqual(numbers(200));
  await expect(rest(slow)).rejects.toThrow('took nothing');
  await filled;
});

it('drops all clients of a document that takes too long, and says that it is not their fault', async () => {
  const document = new SharedDocument({ ...TIMES, mostMs: 30 });
  const reader = document.join();
  const { promise: never, resolve: end } = Promise.withResolvers<void>();
  const filled = document.fill(
    (async function* () {
      await never;
      yield new Uint8Array(1);
    })(),
  );
  await expect(reader.next()).rejects.toThrow('longer than a document may take');
  end();
  await filled;
});

it('reports to all clients what ended it early', async () => {
  const document = new SharedDocument(TIMES);
  const readers = [document.join(), document.join()];
  document.fail(new Error('no memory'));
  for (const reader of readers) await expect(reader.next()).rejects.toThrow('no memory');
});
