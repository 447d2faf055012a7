/** The other end of remote-ledger.ts, in a thread of its own: the very ledger, over exchanges that came by a port. */
import {
  receiveAnswer,
  receivedRequest,
  type FromHost,
  type Moved,
  type Note,
  type Question,
  type SentRequest,
  type ToHost,
} from './crossing.ts';
import { learnCredentials } from './credentials.ts';
import type { Exchange } from './exchange.ts';
import { learnStandIns, standInsOf } from './gate.ts';
import { LocalLedger, type Claimed, type Seen } from './ledger.ts';
import { unpack } from './packed-notes.ts';
import { defer } from './platform/node.ts';
import { guarded } from './report.ts';
import { expectEnd, flushProvider, undeliveredSpans } from './tracing.ts';
import type { Undelivered } from './undelivered.ts';
import { SENDING_MS, within } from './within.ts';
import { PIECE_MS } from './work-queue.ts';

/** A claimed call, with the stand-ins of its ids. */
export interface HandedClaim {
  claimed: Claimed;
  standIns: [string, string][];
}

/** What the two sides share at any time. */
export interface Shared {
  /** One more model call was read. */
  readCall(): void;
  /** When the process ends, in Unix milliseconds; undefined while it is not expected to end. */
  deadline(): number | undefined;
}

/** How long an answer may take to the other thread. */
const ANSWER_MS = 50;

export class LedgerHost {
  #ledger = new LocalLedger();
  /** Exchanges that are not closed, by the ids of the other side. */
  readonly #open = new Map<number, Exchange>();
  readonly #requests = new Map<number, SentRequest>();
  /** What was not read yet, while the process ends. */
  readonly #late: Note[] = [];
  #isReading = false;
  readonly #reply: (message: FromHost) => void;
  readonly #shared: Shared;

  constructor(reply: (message: FromHost) => void, shared: Shared) {
    this.#reply = reply;
    this.#shared = shared;
  }

  take(message: ToHost): void {
    switch (message.kind) {
      case 'moved':
        return this.#goOnWith(message.moved);
      case 'notes':
        // A flush comes next, and reads them piece by piece.
        for (const note of unpack(message.values)) this.#late.push(note);
        if (this.#shared.deadline() === undefined && !this.#isReading) this.#readLate(Infinity);
        return this.#reply({ kind: 'read', number: message.number });
      case 'flush': {
        const { number, deadline } = message;
        void this.#flush(deadline).then((undelivered) => this.#reply({ kind: 'flushed', number, undelivered }));
      }
    }
  }

  answer(question: Question): HandedClaim | Moved | Promise<Undelivered> | undefined {
    if (question.kind === 'recall') return this.#whole();
    if (question.kind === 'flush') return this.#flush(question.deadline);
    // Whoever asked has gone on without it.
    if (Date.now() > question.until) return undefined;
    const claimed = this.#ledger.claim(question.question);
    if (!claimed) return undefined;
    const { id, reasoningRef, parentId } = claimed.call;
    return { claimed, standIns: standInsOf([id, reasoningRef, parentId]) };
  }

  /** What was read is sent meanwhile. */
  async #readInPieces(): Promise<void> {
    this.#isReading = true;
    while (this.#late.length > 0 && !this.#isTooLate()) {
      this.#readLate(Date.now() + PIECE_MS);
      await new Promise<void>(defer);
    }
    this.#isReading = false;
  }

  /** Until then, in Unix milliseconds. */
  #readLate(until: number): void {
    let read = 0;
    while (read < this.#late.length && Date.now() < until) {
      const note = this.#late[read];
      read += 1;
      if (!note) continue;
      guarded('record a model call', () => this.#read(note));
      if (note.kind === 'closed') this.#shared.readCall();
    }
    this.#late.splice(0, read);
  }

  #read(note: Note): void {
    switch (note.kind) {
      case 'seen':
        return this.#ledger.see(this.#opened(note.request));
      case 'glanced': {
        const exchange = this.#open.get(note.answer.id);
        if (!exchange) return;
        receiveAnswer(exchange, note.answer);
        this.#ledger.glance(exchange);
        return exchange.body.clear();
      }
      case 'closed': {
        const attempts = note.answers.flatMap((answer) => {
          const exchange = this.#open.get(answer.id);
          this.#forget(answer.id);
          if (exchange) receiveAnswer(exchange, answer);
          return exchange ?? [];
        });
        const last = attempts.pop();
        if (last) this.#ledger.close(Object.assign(last, { earlier: attempts }));
        return;
      }
      case 'answered':
        return this.#ledger.answered(note.ticket, note.mark);
      case 'secrets':
        learnCredentials(note.secrets);
    }
  }

  #opened(request: SentRequest): Exchange {
    const exchange = receivedRequest(request, this.#open);
    this.#open.set(request.id, exchange);
    this.#requests.set(request.id, request);
    return exchange;
  }

  #forget(id: number): void {
    this.#open.delete(id);
    this.#requests.delete(id);
  }

  #goOnWith({ entries, seen, standIns }: Moved): void {
    learnStandIns(standIns);
    this.#ledger = new LocalLedger(
      entries,
      seen.map(([request, known]) => [this.#opened(request), known] as const),
    );
  }

  #whole(): Moved {
    const ids = new Map([...this.#open].map(([id, exchange]) => [exchange, id]));
    const seen = [...this.#ledger.seen].flatMap(([exchange, known]): [SentRequest, Seen][] => {
      const request = this.#requests.get(ids.get(exchange) ?? 0);
      return request ? [[request, known]] : [];
    });
    const moved = { entries: this.#ledger.entries(), seen, standIns: standInsOf() };
    this.#ledger = new LocalLedger();
    return moved;
  }

  /** True when calls that are read now could no longer be sent. */
  #isTooLate(): boolean {
    const deadline = this.#shared.deadline();
    return deadline !== undefined && Date.now() > deadline - SENDING_MS;
  }

  async #flush(deadline: number): Promise<Undelivered> {
    expectEnd(this.#shared.deadline() !== undefined);
    await this.#readInPieces();
    await this.#ledger.flush();
    const sent = flushProvider(deadline).catch(() => undefined); // the queue has reported why
    await within(deadline - ANSWER_MS - Date.now(), sent);
    return undeliveredSpans();
  }
}
