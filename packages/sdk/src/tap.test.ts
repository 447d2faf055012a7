/** The tap alone: what the caller's side of a body may notice, which is nothing. */
import { describe, expect, it } from 'vitest';
import { tapBody, type BodyEnd } from './tap.ts';

interface Tapped {
  stream: ReadableStream<Uint8Array>;
  kept: Uint8Array[];
  ends: BodyEnd[];
}

function tapped(source: ReadableStream<Uint8Array>): Tapped {
  const kept: Uint8Array[] = [];
  const ends: BodyEnd[] = [];
  const body = tapBody(source, { keep: (chunk) => kept.push(chunk), finish: (end) => ends.push(end) });
  body.open();
  return { stream: body.stream, kept, ends };
}

const bytes = (...values: number[]) => new Uint8Array(values);
/** Hands out the chunks one at a time and counts how often it was asked. */
function source(chunks: Uint8Array[], type?: 'bytes') {
  const asked = { times: 0, cancelled: undefined as unknown };
  const pull = (controller: ReadableStreamDefaultController<Uint8Array> | ReadableByteStreamController) => {
    asked.times += 1;
    const chunk = chunks[asked.times - 1];
    if (chunk) controller.enqueue(chunk as Uint8Array<ArrayBuffer>);
    else controller.close();
  };
  const cancel = (reason: unknown) => void (asked.cancelled = reason);
  const stream =
    type === 'bytes'
      ? new ReadableStream({ type, pull, cancel })
      : new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  return { asked, stream: stream as ReadableStream<Uint8Array> };
}

describe('a tapped body', () => {
  it.each([undefined, 'bytes'] as const)('gives every chunk as it came, and keeps it (%s stream)', async (type) => {
    const { stream, kept, ends } = tapped(source([bytes(1, 2), bytes(3)], type).stream);
    const seen: number[][] = [];
    for await (const chunk of stream) seen.push([...chunk]);
    expect(seen).toEqual([[1, 2], [3]]);
    expect(kept.map((chunk) => [...chunk])).toEqual(seen);
    expect(ends).toEqual([{ how: 'complete' }]);
  });

  it('hands over the very chunks of a stream that is not of bytes', async () => {
    const chunk = bytes(1);
    const { value } = await tapped(source([chunk]).stream)
      .stream.getReader()
      .read();
    expect(value).toBe(chunk);
  });

  it.each([undefined, 'bytes'] as const)('asks for nothing before its reader does (%s stream)', async (type) => {
    const { asked, stream } = source([bytes(1), bytes(2)], type);
    const reader = tapped(stream).stream.getReader();
    expect(asked.times).toBe(0);
    await reader.read();
    expect(asked.times).toBe(1);
  });

  it('can be read into a buffer of the caller, as the body of fetch can', async () => {
    const { stream, kept } = tapped(source([bytes(1, 2, 3)], 'bytes').stream);
    const reader = stream.getReader({ mode: 'byob' });
    const first = await reader.read(new Uint8Array(2));
    const second = await reader.read(new Uint8Array(2));
    expect([[...(first.value ?? [])], [...(second.value ?? [])]]).toEqual([[1, 2], [3]]);
    expect((await reader.read(new Uint8Array(2))).done).toBe(true);
    expect(kept.map((chunk) => [...chunk])).toEqual([[1, 2, 3]]);
  });

  it.each([undefined, 'bytes'] as const)(
    'passes a cancel on with its reason, and ends once (%s stream)',
    async (type) => {
      const { asked, stream } = source([bytes(1), bytes(2)], type);
      const tap = tapped(stream);
      const reader = tap.stream.getReader();
      await reader.read();
      await reader.cancel('enough');
      expect(asked.cancelled).toBe('enough');
      expect(tap.ends).toEqual([{ how: 'cancelled' }]);
    },
  );

  it('fails with the very error of its source', async () => {
    const failure = new Error('reset');
    const stream = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(failure) }, { highWaterMark: 0 });
    const tap = tapped(stream);
    await expect(tap.stream.getReader().read()).rejects.toBe(failure);
    expect(tap.ends).toEqual([{ how: 'failed', error: failure }]);
  });

  it('sees its source fail even when nobody reads', async () => {
    const failure = new Error('aborted');
    let fail = (_: Error): void => undefined;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => void (fail = (error) => controller.error(error)),
    });
    const tap = tapped(stream);
    fail(failure);
    await new Promise((resolve) => setImmediate(resolve));
    expect(tap.ends).toEqual([{ how: 'failed', error: failure }]);
  });

  it('leaves its source usable until it is opened', async () => {
    const { stream } = source([bytes(1)]);
    tapBody(stream, { keep: () => undefined, finish: () => undefined });
    expect(stream.locked).toBe(false);
  });
});
