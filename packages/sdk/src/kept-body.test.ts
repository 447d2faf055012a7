/** What is kept of a body, and that it has an end. */
import { describe, expect, it } from 'vitest';
import { KeptBody } from './kept-body.ts';

const MEBIBYTE = 1024 * 1024;
const kept = (body: KeptBody) => Buffer.concat(body.content() as Uint8Array[]);

describe('a kept body', () => {
  it('gives back what came, in order, whatever the sizes', () => {
    const body = new KeptBody();
    const chunks = Array.from({ length: 300 }, (_, index) => new Uint8Array((index * 97) % 5000).fill(index));
    for (const chunk of chunks) expect(body.keep(chunk)).toBe(true);
    expect(kept(body).equals(Buffer.concat(chunks))).toBe(true);
    body.clear();
    expect(body.content()).toEqual([]);
  });

  it('is what came, although the chunk is changed afterwards', () => {
    const body = new KeptBody();
    const chunk = new Uint8Array([1, 2, 3]);
    body.keep(chunk);
    chunk.fill(9);
    expect([...kept(body)]).toEqual([1, 2, 3]);
    body.clear();
  });

  it('frees the memory of long pieces as it lets go of them, and leaves shared memory to the others', () => {
    const [long, short] = [new KeptBody(), new KeptBody()];
    short.keep(new Uint8Array([1, 2, 3]));
    long.keep(new Uint8Array(MEBIBYTE));
    const [freed, shared] = [long.content() as Uint8Array[], short.content() as Uint8Array[]];
    long.clear();
    short.clear();
    expect(freed.map(({ byteLength }) => byteLength)).toEqual([0]);
    expect(shared.map((piece) => [...piece])).toEqual([[1, 2, 3]]);
  });

  it('gives chunks that were lent as copies, so that their memory stays whose it is', () => {
    const body = new KeptBody();
    const chunk = new Uint8Array([1, 2, 3]);
    body.lend(chunk);
    body.lend(chunk);
    const [first] = body.content() as Uint8Array[];
    expect([...kept(body)]).toEqual([1, 2, 3, 1, 2, 3]);
    expect(first?.buffer).not.toBe(chunk.buffer);
    body.clear();
    expect(body.content()).toEqual([]);
  });

  it('is a text once it was read as one', () => {
    const body = new KeptBody();
    body.lend(new Uint8Array([0x7b, 0x7d]));
    body.become('{}');
    expect(body.content()).toBe('{}');
    expect(KeptBody.holding('{}').content()).toBe('{}');
    body.clear();
    expect(body.content()).toEqual([]);
  });

  it.each(['keep', 'lend'] as const)('refuses to %s what passes 16 MiB', (how) => {
    const body = new KeptBody();
    const chunk = new Uint8Array(MEBIBYTE);
    const taken = Array.from({ length: 20 }, () => body[how](chunk));
    expect(taken.indexOf(false)).toBe(16);
    expect(kept(body).byteLength).toBe(16 * MEBIBYTE);
    body.clear();
  });

  it.each(['keep', 'lend'] as const)('shares 256 MiB with all others to %s, and gives its part back', (how) => {
    const bodies = Array.from({ length: 1_000 }, () => new KeptBody());
    const chunk = new Uint8Array(MEBIBYTE);
    const taken = bodies.map((body) => body[how](chunk));
    expect(taken.indexOf(false)).toBe(256);
    bodies[0]?.clear();
    bodies[0]?.clear();
    expect([bodies[998]?.[how](chunk), bodies[999]?.[how](chunk)]).toEqual([true, false]);
    for (const body of bodies) body.clear();
  });
});
