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

  it('refuses what passes 16 MiB', () => {
    const body = new KeptBody();
    const chunk = new Uint8Array(MEBIBYTE);
    const taken = Array.from({ length: 20 }, () => body.keep(chunk));
    expect(taken.indexOf(false)).toBe(16);
    expect(kept(body).byteLength).toBe(16 * MEBIBYTE);
    body.clear();
  });

  it('shares 256 MiB with all others, and gives its part back', () => {
    const bodies = Array.from({ length: 1_000 }, () => new KeptBody());
    const chunk = new Uint8Array(MEBIBYTE);
    const taken = bodies.map((body) => body.keep(chunk));
    expect(taken.indexOf(false)).toBe(256);
    bodies[0]?.clear();
    bodies[0]?.clear();
    expect([bodies[998]?.keep(chunk), bodies[999]?.keep(chunk)]).toEqual([true, false]);
    for (const body of bodies) body.clear();
  });
});
