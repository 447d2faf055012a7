/**
 * The counterpart of remote-ledger.ts in a thread of its own: runs a LocalLedger on exchanges that arrive through a
 * port.
 */
import {
  receiveAnswer,
  receivedRequest,
  type FromHost,
  type LedgerState,
  type Note,
  type LedgerQuery,
  type SentRequest,
  type ToHost,
} from './thread-messages.ts';
import { learnCredentials } from '../../privacy/credentials.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { learnStandIns, idStandIns } from '../../privacy/redactor.ts';
import type { Claimed, ReadRequest } from '../ledger.ts';
import { LocalLedger } from '../local-ledger.ts';
import { unpack } from './packed-notes.ts';
import { defer } from '../../platform/node.ts';
import { guarded } from '../../platform/report.ts';
import { expectEnd, flushProvider, undelivered } from '../../emit/tracing.ts';
import type { Undelivered } from '../../emit/queue/undelivered.ts';
import { SENDING_MS, within } from '../../platform/within.ts';
import { PIECE_MS } from '../work-queue.ts';

/** A claimed call with the stand-ins of its ids. */
export interface HandedClaim {
  claimed: Claimed;
  standIns: [string, string][];
}

/** Memory that both threads can access at any time. */
export interface Shared {
  /** Counts one more model call as read. */
  readCall(): void;
  /** When the process ends, in Unix milliseconds; undefined when no end is expected. */
  deadline(): number | undefined;
}

/** The time an answer takes to reach the other thread. */
const ANSWER_MS = 50;

export class LedgerHost {
  #ledger = new LocalLedger();
  /** Open exchanges, by the ids of the other side. */
  readonly #open = new Map<number, Exchange>();
  readonly #requests = new Map<number, SentRequest>();
  /** Notes that are not read yet; filled while the process ends. */
  readonly #unread: Note[] = [];
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
        return this.#restore(message.moved);
      case 'notes':
        // When the process ends, the next flush reads them in pieces.
        for (const note of unpack(message.values)) this.#unread.push(note);
        if (this.#shared.deadline() === undefined && !this.#isReading) this.#readUnread(Infinity);
        return this.#reply({ kind: 'read', number: message.number });
      case 'flush': {
        const { number, deadline } = message;
        void this.#flush(deadline).then((undelivered) => this.#reply({ kind: 'flushed', number, undelivered }));
      }
    }
  }

  answer(question: LedgerQuery): HandedClaim | LedgerState | Promise<Undelivered> | undefined {
    if (question.kind === 'recall') return this.#takeState();
    if (question.kind === 'flush') return this.#flush(question.deadline);
    // The asking thread has stopped waiting.
    if (Date.now() > question.until) return undefined;
    const claimed = this.#ledger.claim(question.question);
    if (!claimed) return undefined;
    const { id, reasoningRef, parentId } = claimed.call;
    return { claimed, standIns: idStandIns([id, reasoningRef, parentId]) };
  }

  /** Spans are sent between the pieces. */
  async #readInPieces(): Promise<void> {
    this.#isReading = true;
    while (this.#unread.length > 0 && !this.#isTooLate()) {
      this.#readUnread(Date.now() + PIECE_MS);
      await new Promise<void>(defer);
    }
    this.#isReading = false;
  }

  /** `until`: Unix milliseconds. */
  #readUnread(until: number): void {
    let read = 0;
    while (read < this.#unread.length && Date.now() < until) {
      const note = this.#unread[read];
      read += 1;
      if (!note) continue;
      guarded('record a model call', () => this.#read(note));
      if (note.kind === 'closed') this.#shared.readCall();
    }
    this.#unread.splice(0, read);
  }

  #read(note: Note): void {
    switch (note.kind) {
      case 'request_sent':
        return this.#ledger.requestSent(this.#opened(note.request));
      case 'answer_streaming': {
        const exchange = this.#open.get(note.answer.id);
        if (!exchange) return;
        receiveAnswer(exchange, note.answer);
        this.#ledger.answerStreaming(exchange);
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
        return this.#ledger.functionReturned(note.ticket, note.mark);
      case 'tool_ran':
        return this.#ledger.toolRan(note.run);
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

  #restore({ entries, openRequests, standIns }: LedgerState): void {
    learnStandIns(standIns);
    this.#ledger = new LocalLedger(
      entries,
      openRequests.map(([request, read]) => [this.#opened(request), read] as const),
    );
  }

  #takeState(): LedgerState {
    const ids = new Map([...this.#open].map(([id, exchange]) => [exchange, id]));
    const openRequests = [...this.#ledger.openRequests].flatMap(([exchange, read]): [SentRequest, ReadRequest][] => {
      const request = this.#requests.get(ids.get(exchange) ?? 0);
      return request ? [[request, read]] : [];
    });
    const state: LedgerState = { entries: this.#ledger.entries(), openRequests, standIns: idStandIns() };
    this.#ledger = new LocalLedger();
    return state;
  }

  /** True when there is no time left to send calls that are read now. */
  #isTooLate(): boolean {
    const deadline = this.#shared.deadline();
    return deadline !== undefined && Date.now() > deadline - SENDING_MS;
  }

  async #flush(deadline: number): Promise<Undelivered> {
    expectEnd(this.#shared.deadline() !== undefined);
    await this.#readInPieces();
    await this.#ledger.flush();
    const sent = flushProvider(deadline).catch(() => undefined); // the queue has reported the failure
    await within(deadline - ANSWER_MS - Date.now(), sent);
    return undelivered();
  }
}
