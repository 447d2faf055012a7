/**
 * Combines the spans of many requests into few transactions. Writers take what is queued, up to a thousand spans at
 * once, and never wait for a batch to fill. A request is answered when all of its spans are committed.
 */
import { countKinds, type Commit, type ObservedWriteBatch } from '@subtext/db';
import type { StorableSpan } from '@subtext/trace';
import { IngestError } from '../errors.ts';
import type { ItemCounts, Observe, RejectionReason } from '../metrics/observation.ts';
import { SpanQueue, type Ticket, type Waiting } from './span-queue.ts';
import { storeBatch, type Rejection } from './store-batch.ts';

export interface Batcher {
  /**
   * Resolves after the commit to the spans that the database refused. Rejects with an IngestError when the queue is
   * full or the database is unavailable: then some spans may be stored, and sending all of them again is correct.
   */
  store(spans: readonly StorableSpan[]): Promise<Rejection[]>;
  /** Spans that are queued or being written. */
  readonly queued: number;
  /** Resolves when nothing is queued or being written. */
  idle(): Promise<void>;
}

interface BatcherOptions {
  /** Maximum number of queued spans. */
  queueSpans: number;
  /** Maximum number of concurrent transactions. */
  writers: number;
  observe: Observe;
}

export function batcher(writeBatch: ObservedWriteBatch, { queueSpans, writers, observe }: BatcherOptions): Batcher {
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
    await storeAndAnswer(writeBatch, batch, observe);
    queue.letGo(batch);
    writing -= 1;
    startWriters();
    if (writing === 0) for (const wake of idlers.splice(0)) wake();
  }

  return {
    store(spans) {
      if (spans.length === 0) return Promise.resolve([]);
      return new Promise((resolve, reject) => {
        try {
          queue.add(spans, { open: spans.length, outcomes: [], resolve, reject });
        } catch (error) {
          observe({ type: 'rejected', reason: queueReason(error), items: countKinds(spans) });
          throw error;
        }
        startWriters();
      });
    },
    get queued() {
      return queue.size;
    },
    idle: () => (writing === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
  };
}

const queueReason = (error: unknown): RejectionReason =>
  error instanceof IngestError && error.kind === 'PROJECT_TOO_FAST' ? 'project_too_fast' : 'queue_full';

/** Never rejects: the queued requests get the error. Observations are made before the requests are answered. */
async function storeAndAnswer(
  writeBatch: ObservedWriteBatch,
  batch: readonly Waiting<Rejection>[],
  observe: Observe,
): Promise<void> {
  const spans = batch.map(({ span }) => span);
  const rest = countKinds(spans);
  const onCommit = (commit: Commit) => {
    subtract(rest, commit.stored);
    observe({ type: 'committed', commit });
  };
  try {
    const rejections = await storeBatch(writeBatch, spans, onCommit);
    subtract(rest, countKinds(rejections.map(({ span }) => span)));
    observe({ type: 'duplicates', items: rest });
    const ofSpan = new Map(rejections.map((rejection) => [rejection.span, rejection]));
    for (const { span, ticket } of batch) settle(ticket, ofSpan.get(span));
  } catch (error) {
    observe({ type: 'rejected', reason: 'database_unavailable', items: rest });
    for (const { ticket } of batch) ticket.reject(error);
  }
}

function subtract(counts: ItemCounts, { spans, logRecords }: ItemCounts): void {
  counts.spans -= spans;
  counts.logRecords -= logRecords;
}

/** A ticket that was rejected with an earlier batch stays rejected: a promise settles once. */
function settle(ticket: Ticket<Rejection>, rejection: Rejection | undefined): void {
  if (rejection) ticket.outcomes.push(rejection);
  ticket.open -= 1;
  if (ticket.open === 0) ticket.resolve(ticket.outcomes);
}
