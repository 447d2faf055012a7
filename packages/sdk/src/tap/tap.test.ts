/** The tap alone: the caller notices nothing. Every case also runs bare. */
import { describe, expect, it } from 'vitest';
import { canBeTapped, tapAround, tapBody, type BodyEnd, type Tap } from './tap.ts';
import { namesIn } from '../testing/callers.ts';

type Way = 'bare' | 'in place' | 'around';
type Kind = 'bytes' | 'chunks';

const KINDS: Kind[] = ['bytes', 'chunks'];
const WAYS: [Way, Kind][] = KINDS.flatMap((kind) => [
  ['in place', kind],
  ['around', kind],
]);
const bytes = (...values: number[]) => new Uint8Array(values);

/** A body of three chunks, what it was asked for, and what the tap observed. */
function bodyOf(way: Way, kind: Kind = 'bytes', failure?: Error) {
  const chunks = [bytes(1, 2), bytes(3), bytes(4, 5)];
  const seen = { pulls: 0, cancelled: undefined as unknown, kept: [] as number[], ends: [] as BodyEnd[] };
  let controller: ReadableByteStreamController | ReadableStreamDefaultController<Uint8Array> | undefined;
  const source = {
    start: (its: NonNullable<typeof controller>) => void (controller = its),
    pull: (its: NonNullable<typeof controller>) => {
      const chunk = chunks[seen.pulls];
      seen.pulls += 1;
      if (chunk) return its.enqueue(chunk as Uint8Array<ArrayBuffer>);
      if (failure) return its.error(failure);
      its.close();
      if ('byobRequest' in its) its.byobRequest?.respond(0);
    },
    cancel: (reason: unknown) => void (seen.cancelled = reason),
  };
  const body: ReadableStream<Uint8Array> =
    kind === 'bytes'
      ? new ReadableStream({ type: 'bytes', ...source })
      : new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
  const keep: Tap['keep'] = (chunk) => void seen.kept.push(...chunk);
  const tap: Tap = { keep, keepReference: keep, finish: (end) => void seen.ends.push(end) };
  if (way === 'in place') tapBody(body, tap);
  const stream = way === 'around' ? tapAround(body, tap).stream : body;
  return { stream, seen, fail: (error: Error) => controller?.error(error) };
}

async function read(stream: AsyncIterable<Uint8Array>): Promise<number[]> {
  const values: number[] = [];
  for await (const chunk of stream) values.push(...chunk);
  return values;
}

/** Runs the steps in order, so that each sees the state that the one before left. */
async function outcomes(steps: (() => unknown)[]): Promise<unknown[]> {
  const results: unknown[] = [];
  for (const step of steps) {
    try {
      results.push(await step());
    } catch (error) {
      results.push(error instanceof Error ? [error.constructor.name, error.message] : error);
    }
  }
  return results;
}

describe.each(WAYS)('a body tapped %s (%s)', (way, kind) => {
  it('yields every chunk unchanged, and the tap gets the same', async () => {
    const { stream, seen } = bodyOf(way, kind);
    expect(await read(stream)).toEqual([1, 2, 3, 4, 5]);
    expect(seen.kept).toEqual([1, 2, 3, 4, 5]);
    expect(seen.ends).toEqual([{ how: 'complete' }]);
  });

  it('pulls nothing before its reader does', async () => {
    const { stream, seen } = bodyOf(way, kind);
    const reader = stream.getReader();
    expect(seen.pulls).toBe(0);
    await reader.read();
    expect(seen.pulls).toBe(1);
  });

  it('passes a cancel on with its reason, and ends once', async () => {
    const { stream, seen } = bodyOf(way, kind);
    const reader = stream.getReader();
    await reader.read();
    await reader.cancel('enough');
    expect(seen.cancelled).toBe('enough');
    expect(seen.kept).toEqual([1, 2]);
    expect(seen.ends).toEqual([{ how: 'cancelled' }]);
  });

  it('ends when a loop over it breaks', async () => {
    const { stream, seen } = bodyOf(way, kind);
    for await (const chunk of stream) if (chunk[0] === 3) break;
    expect(seen.kept).toEqual([1, 2, 3]);
    expect(seen.ends).toEqual([{ how: 'cancelled' }]);
  });

  it('fails with the same error as its source', async () => {
    const failure = new Error('reset');
    const { stream, seen } = bodyOf(way, kind, failure);
    await expect(read(stream)).rejects.toBe(failure);
    expect(seen.kept).toEqual([1, 2, 3, 4, 5]);
    expect(seen.ends).toEqual([{ how: 'failed', error: failure }]);
  });

  it('reports a failing source while its reader does not read', async () => {
    const failure = new Error('aborted');
    const { stream, seen, fail } = bodyOf(way, kind);
    const reader = stream.getReader();
    await reader.read();
    fail(failure);
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen.ends).toEqual([{ how: 'failed', error: failure }]);
  });

  it('can be teed, piped and piped through', async () => {
    const teed = bodyOf(way, kind);
    const branches = teed.stream.tee();
    expect(await Promise.all(branches.map(read))).toEqual([
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
    ]);
    const piped = bodyOf(way, kind);
    const written: number[] = [];
    await piped.stream.pipeTo(new WritableStream({ write: (chunk: Uint8Array) => void written.push(...chunk) }));
    expect(written).toEqual([1, 2, 3, 4, 5]);
    const through = bodyOf(way, kind);
    const transformed = through.stream.pipeThrough(new TransformStream<Uint8Array, Uint8Array>());
    expect(await read(transformed)).toEqual([1, 2, 3, 4, 5]);
    for (const { seen } of [teed, piped, through]) {
      expect([seen.kept, seen.ends]).toEqual([[1, 2, 3, 4, 5], [{ how: 'complete' }]]);
    }
  });

  it('keeps the bytes although the caller changes the chunk, or transfers its buffer', async () => {
    const { stream, seen } = bodyOf(way, kind);
    for await (const chunk of stream) {
      chunk.fill(9);
      structuredClone(chunk.buffer, { transfer: [chunk.buffer as ArrayBuffer] });
    }
    expect(seen.kept).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('a body tapped in place', () => {
  const same = async (use: (stream: ReadableStream<Uint8Array>) => (() => unknown)[], kind: Kind = 'bytes') => {
    const [bare, tapped] = [bodyOf('bare', kind), bodyOf('in place', kind)];
    const results = await outcomes(use(tapped.stream));
    expect(results).toEqual(await outcomes(use(bare.stream)));
    expect([tapped.seen.pulls, tapped.seen.cancelled]).toEqual([bare.seen.pulls, bare.seen.cancelled]);
    return { results, seen: tapped.seen };
  };

  it('passes on the same chunk objects of a stream that is not a byte stream', async () => {
    const chunk = bytes(1);
    const stream = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(chunk) });
    tapBody(stream, { keep: () => undefined, keepReference: () => undefined, finish: () => undefined });
    expect((await stream.getReader().read()).value).toBe(chunk);
  });

  it.each(KINDS)('looks like a native one (%s)', async (kind) => {
    const { seen } = await same((stream) => {
      const reader = stream.getReader();
      return [
        () => [stream instanceof ReadableStream, String(stream), Object.keys(stream), stream.constructor.name],
        () => [namesIn(stream), namesIn(reader)],
        () => [reader instanceof ReadableStreamDefaultReader, String(reader), Object.keys(reader)],
        () => [reader.constructor.name, reader.closed instanceof Promise, 'read' in reader],
        () => stream.locked,
        () => reader.releaseLock(),
        () => stream.locked,
        () => [stream.values()].map((values) => [String(values), namesIn(values)]),
      ];
    }, kind);
    expect(seen.ends).toEqual([]);
  });

  it.each(KINDS)('fails as usual when it is locked (%s)', async (kind) => {
    await same((stream) => {
      const reader = stream.getReader();
      return [
        () => stream.getReader(),
        () => stream.tee(),
        () => stream.cancel(),
        () => stream.pipeTo(new WritableStream()),
        () => stream.pipeThrough(new TransformStream()),
        () => read(stream),
        () => reader.read(),
      ];
    }, kind);
  });

  it.each(KINDS)('can be read by several readers in turn (%s)', async (kind) => {
    const { seen } = await same((stream) => {
      const [first, loop] = [stream.getReader(), () => stream.values({ preventCancel: true })];
      return [
        () => first.read().then(({ value }) => [...(value ?? [])]),
        () => first.releaseLock(),
        () => first.read(),
        () => first.cancel('too late'),
        async () => {
          const iterator = loop();
          const { value } = (await iterator.next()) as { value: Uint8Array };
          return [[...value], await iterator.return?.(), await iterator.next()];
        },
        () => stream.locked,
        () => read(stream),
      ];
    }, kind);
    expect(seen.kept).toEqual([1, 2, 3, 4, 5]);
    expect(seen.ends).toEqual([{ how: 'complete' }]);
  });

  it('is readable again after a failed pipe with preventCancel', async () => {
    const { seen } = await same((stream) => {
      const full = new WritableStream({ write: () => Promise.reject(new Error('disk full')) });
      return [
        () => stream.pipeTo(full, { preventCancel: true }),
        () => stream.locked,
        () => stream.cancel('done'),
        () => stream.locked,
      ];
    });
    expect(seen.ends).toEqual([{ how: 'cancelled' }]);
  });

  it("can be read into the caller's buffer", async () => {
    const { seen } = await same((stream) => {
      const reader = stream.getReader({ mode: 'byob' });
      const fill = () => reader.read(new Uint8Array(3)).then(({ done, value }) => [done, [...(value ?? [])]]);
      return [() => String(reader), () => reader instanceof ReadableStreamBYOBReader, fill, fill, fill, fill];
    });
    expect(seen.kept).toEqual([1, 2, 3, 4, 5]);
    expect(seen.ends).toEqual([{ how: 'complete' }]);
  });

  it('ends with its last chunk although no reader pulls again', async () => {
    const { seen } = bodyOf('bare');
    const body = new Response(bytes(1, 2)).body as ReadableStream<Uint8Array>;
    expect(canBeTapped(body)).toBe(true);
    const keep: Tap['keep'] = (chunk) => void seen.kept.push(...chunk);
    tapBody(body, { keep, keepReference: keep, finish: (end) => void seen.ends.push(end) });
    const reader = body.getReader();
    await reader.read();
    await new Promise((resolve) => setImmediate(resolve));
    expect([seen.kept, seen.ends]).toEqual([[1, 2], [{ how: 'complete' }]]);
  });
});
