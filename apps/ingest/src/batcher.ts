/**
 * Spans of many requests → few transactions. Writers take what waits, up to a thousand spans at once; nobody waits for a batch to fill. A
 * request is answered when all of its spans are committed.
 */
import type { StorableSpan, WriteBatch } from '@subtext/db';
import { SpanQueue, type Ticket, type Waiting } from './span-queue.ts';
import { storeBatch, type Rejection } from './store-batch.ts';

export interface Batcher {
  /**
   * Resolves after the commit to the spans that the database refused. Rejects with an IngestError when the queue is full or the database is
   * away: then some spans may be stored, and sending all of them again is right.
   */
  store(spans: readonly StorableSpan[]): Promise<Rejection[]>;
  /** Resolves when nothing is waiting or being written. */
  idle(): Promise<void>;
}

interface BatcherOptions {
  /** So many may wait. */
  queueSpans: number;
  /** Transactions at a time. */
  writers: number;
}

export function batcher(writeBatch: WriteBatch, { queueSpans, writers }: BatcherOptions): Batcher {
  const queue = new SpanQueue<Rejection>(queueSpans);
  const idlers: (() => void)[] = [];
  let writing = 0;

  function startWriters(): void {
    while (writing < writers && queue.hasBatch) {
      writing += 1;
      void write(queue.takeBatch());
    }
  }

  async function write(batch: Waiting<Rejection>[]): Promise<void> {
    await storeAndAnswer(writeBatch, batch);
    queue.letGo(batch);
    writing -= 1;
    startWriters();
    if (writing === 0) for (const wake of idlers.splice(0)) wake();
  }

  return {
    store(spans) {
      if (spans.length === 0) return Promise.resolve([]);
      return new Promise((resolve, reject) => {
        queue.add(spans, { open: spans.length, outcomes: [], resolve, reject });
        startWriters();
      });
    },
    idle: () => (writing === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
  };
}

/** Never rejects: what went wrong goes to those who wait. */
async function storeAndAnswer(writeBatch: WriteBatch, batch: readonly Waiting<Rejection>[]): Promise<void> {
  try {
    const rejections = await storeBatch(
      writeBatch,
      batch.map(({ span }) => span),
    );
    const ofSpan = new Map(rejections.map((rejection) => [rejection.span, rejection]));
    for (const { span, ticket } of batch) settle(ticket, ofSpan.get(span));
  } catch (error) {
    for (const { ticket } of batch) ticket.reject(error);
  }
}

/** A ticket that was rejected with an earlier batch stays rejected: a promise settles once. */
function settle(ticket: Ticket<Rejection>, rejection: Rejection | undefined): void {
  if (rejection) ticket.outcomes.push(rejection);
  ticket.open -= 1;
  if (ticket.open === 0) ticket.resolve(ticket.outcomes);
}
