/**
 * Spans waiting for a writer: limited in total, and fair, so that one project's flood leaves room for the others. No
 * I/O.
 */
import type { StorableSpan } from '@subtext/trace';
import { IngestError } from '../errors.ts';

/** A request whose spans are in the queue or being written. */
export interface Ticket<Outcome> {
  open: number;
  outcomes: Outcome[];
  resolve(outcomes: Outcome[]): void;
  reject(error: unknown): void;
}

export interface Waiting<Outcome> {
  span: StorableSpan;
  ticket: Ticket<Outcome>;
}

const SPANS_PER_BATCH = 1_000;
/** Long texts count, too: a batch closes at this many characters of payload. */
const CHARACTERS_PER_BATCH = 16 * 1024 ** 2;

export class SpanQueue<Outcome> {
  readonly #limit: number;
  #waiting: Waiting<Outcome>[] = [];
  /** Spans per project, until they are written. */
  readonly #held = new Map<string, number>();
  #total = 0;
  /** Spans of the batches that are being written. */
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Spans that are queued or being written. */
  get size(): number {
    return this.#total;
  }

  /** True when something can be written beside the current batches: a large batch is written alone. */
  get hasBatch(): boolean {
    return this.#waiting.length > 0 && this.#taken < CHARACTERS_PER_BATCH;
  }

  /**
   * Throws 503 when everything held would exceed the limit, 429 when one project would hold more than half of it. A
   * request that finds the queue empty is always accepted: it was already read, and a smaller one may never come.
   */
  add(spans: readonly StorableSpan[], ticket: Ticket<Outcome>): void {
    const projectId = spans[0]!.projectId;
    const ofProject = this.#held.get(projectId) ?? 0;
    if (ofProject > 0 && ofProject + spans.length > this.#limit / 2) {
      throw new IngestError('PROJECT_TOO_FAST', 'This project sends faster than it can be stored; send again.');
    }
    if (this.#total > 0 && this.#total + spans.length > this.#limit) {
      throw new IngestError('OVERLOADED', 'The queue is full; send again.');
    }
    for (const span of spans) this.#waiting.push({ span, ticket });
    this.#held.set(projectId, ofProject + spans.length);
    this.#total += spans.length;
  }

  /** From the front, so that no request waits forever. */
  takeBatch(): Waiting<Outcome>[] {
    let length = 0;
    let characters = 0;
    while (length < this.#waiting.length && length < SPANS_PER_BATCH && characters < CHARACTERS_PER_BATCH) {
      characters += this.#waiting[length]!.span.body.length;
      length += 1;
    }
    this.#taken += characters;
    return this.#waiting.splice(0, length);
  }

  /** Call it when the batch is stored or has failed. */
  letGo(batch: readonly Waiting<Outcome>[]): void {
    for (const { span } of batch) {
      this.#taken -= span.body.length;
      const left = this.#held.get(span.projectId)! - 1;
      if (left === 0) this.#held.delete(span.projectId);
      else this.#held.set(span.projectId, left);
    }
    this.#total -= batch.length;
  }
}
