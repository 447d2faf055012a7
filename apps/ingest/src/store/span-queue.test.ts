import { storableSpan } from '@subtext/db/testing';
import { describe, expect, it } from 'vitest';
import { SpanQueue, type Ticket } from './span-queue.ts';

const ticket: Ticket<never> = { open: 1, outcomes: [], resolve: () => undefined, reject: () => undefined };
const queue = () => new SpanQueue<never>(10_000);
const spans = (count: number, body: string) => Array.from({ length: count }, () => storableSpan({ body }));
const LARGE = 'x'.repeat(16 * 1024 ** 2);

describe('what waits for a writer', () => {
  it('goes in batches that are written beside each other', () => {
    const waiting = queue();
    waiting.add(spans(1_500, '{}'), ticket);
    expect(waiting.takeBatch()).toHaveLength(1_000);
    expect(waiting.hasBatch).toBe(true);
    expect(waiting.takeBatch()).toHaveLength(500);
    expect(waiting.hasBatch).toBe(false);
  });

  it('waits until what is large is written', () => {
    const waiting = queue();
    waiting.add(spans(2, LARGE), ticket);
    const first = waiting.takeBatch();
    expect(first).toHaveLength(1);
    expect(waiting.hasBatch).toBe(false);
    waiting.letGo(first);
    expect(waiting.hasBatch).toBe(true);
    expect(waiting.takeBatch()).toHaveLength(1);
  });
});
