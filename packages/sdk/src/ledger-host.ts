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
import { guarded } from './report.ts';
import { flushProvider } from './tracing.ts';

/** A claimed call, with the stand-ins of its ids. */
export interface HandedClaim {
  claimed: Claimed;
  standIns: [string, string][];
}

export class LedgerHost {
  #ledger = new LocalLedger();
  /** Exchanges that are not closed, by the ids of the other side. */
  readonly #open = new Map<number, Exchange>();
  readonly #requests = new Map<number, SentRequest>();
  readonly #reply: (message: FromHost) => void;

  constructor(reply: (message: FromHost) => void) {
    this.#reply = reply;
  }

  take(message: ToHost): void {
    switch (message.kind) {
      case 'moved':
        return this.#goOnWith(message.moved);
      case 'notes':
        for (const note of unpack(message.values)) guarded('record a model call', () => this.#read(note));
        return this.#reply({ kind: 'read', number: message.number });
      case 'flush':
        void this.#flush(message.number);
    }
  }

  answer(question: Question): HandedClaim | Moved | undefined {
    if (question.kind === 'recall') return this.#whole();
    // Whoever asked has gone on without it.
    if (Date.now() > question.until) return undefined;
    const claimed = this.#ledger.claim(question.question);
    if (!claimed) return undefined;
    const { id, reasoningRef, parentId } = claimed.call;
    return { claimed, standIns: standInsOf([id, reasoningRef, parentId]) };
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

  async #flush(number: number): Promise<void> {
    await this.#ledger.flush();
    await flushProvider().catch(() => undefined); // the exporter has told why
    this.#reply({ kind: 'flushed', number });
  }
}
