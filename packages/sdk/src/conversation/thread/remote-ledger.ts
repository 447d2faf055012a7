/** A ledger in another thread: sends everything it receives there in batches. The counterpart is ledger-host.ts. */
import {
  canCross,
  exchangeId,
  sentAnswer,
  sentPartialAnswer,
  sentRequest,
  type FromHost,
  type LedgerState,
  type Note,
  type SentRequest,
} from './thread-messages.ts';
import { credentialChanges, knownCredentials } from '../../privacy/credentials.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { learnStandIns, idStandIns } from '../../privacy/redactor.ts';
import { KeptBody } from '../../exchange/kept-body.ts';
import type { HandedClaim } from './ledger-host.ts';
import type { Claimed, Ledger, ReadRequest } from '../ledger.ts';
import type { ToolRun } from '../tool-runs.ts';
import { LocalLedger } from '../local-ledger.ts';
import { PackedNotes } from './packed-notes.ts';
import type { ClaimQuery } from '../pending-calls.ts';
import type { Link } from './link.ts';
import { defer } from '../../platform/node.ts';
import { guarded, report } from '../../platform/report.ts';
import { hearBudgets } from '../../emit/export/budget-notices.ts';
import { NOTHING, type Undelivered } from '../../emit/queue/undelivered.ts';

/**
 * Limits for calls that are sent and not read yet. Calls above them are not recorded, because the thread is far behind.
 */
const MAX_UNREAD_CALLS = 10_000;
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;
/** How long a starting tool waits for its call. Reading the earlier notes takes some milliseconds. */
const CLAIM_PATIENCE_MS = 300;
/** The time an answer takes to arrive. */
const ANSWER_MS = 100;
/** Waited at most once in the life of a process. */
const RECALL_PATIENCE_MS = 2_000;

/** Notes that are not sent yet. */
interface Outbox {
  notes: PackedNotes;
  /** Replays the notes on another ledger. */
  redo: ((ledger: Ledger) => void)[];
  bodies: KeptBody[];
  calls: number;
  bytes: number;
}

/** Sent notes, until the other side has read them. */
interface Batch extends Pick<Outbox, 'calls' | 'bytes'> {
  /** The bytes of its bodies that count against the limit, as `KeptBody.release` returns them. */
  reserved: number;
}

function emptyOutbox(): Outbox {
  return { notes: new PackedNotes(), redo: [], bodies: [], calls: 0, bytes: 0 };
}

export class RemoteLedger implements Ledger {
  readonly #link: Link;
  readonly #unable: () => void;
  /** Open exchanges. */
  readonly #open = new Map<number, Exchange>();
  #outbox = emptyOutbox();
  readonly #unread = new Map<number, Batch>();
  #unreadCalls = 0;
  #unreadBytes = 0;
  readonly #flushes = new Map<number, () => void>();
  /** Resolved when all sent notes are read. */
  readonly #waiting: (() => void)[] = [];
  #lastNumber = 0;
  #unflushed = 0;
  #credentialChanges = -1;
  /** The number of calls that were sent as closed. */
  #closed = 0;
  /** The last report of the other side. */
  #undelivered = NOTHING;

  /** `unable` is called when something cannot be sent. It is kept, and `recall` returns it. */
  constructor(link: Link, unable: () => void) {
    this.#link = link;
    this.#unable = unable;
  }

  /** Continues the state of another ledger. Returns false, and changes nothing, when that cannot be sent. */
  continueFrom(local: LocalLedger): boolean {
    const open = [...local.openRequests];
    if (!open.every(([exchange]) => canCross(exchange))) return false;
    const openRequests = open.map(([exchange, read]) => [sentRequest(exchange), read] as const);
    const moved: LedgerState = { entries: local.entries(), openRequests, standIns: idStandIns() };
    try {
      this.#link.post({ kind: 'moved', moved }, []);
    } catch {
      return false;
    }
    for (const [exchange] of open) this.#open.set(exchangeId(exchange), exchange);
    this.#unflushed = local.size;
    this.#sendCredentials();
    return true;
  }

  get size(): number {
    return this.#unflushed;
  }

  requestSent(exchange: Exchange): void {
    this.#sendCredentials();
    const request = sentRequest(exchange);
    const bytes = requestSize(request);
    if (this.#unreadCalls >= MAX_UNREAD_CALLS || this.#unreadBytes + bytes > MAX_UNREAD_BYTES) return this.#drop();
    this.#open.set(request.id, exchange);
    this.#unreadCalls += 1;
    this.#outbox.calls += 1;
    this.#enqueue({ kind: 'request_sent', request }, (ledger) => ledger.requestSent(exchange), bytes);
  }

  /** Snapshots are dropped while the thread is behind: the end of the answer contains everything. */
  answerStreaming(exchange: Exchange): void {
    const { keptBytes } = exchange;
    if (!this.#open.has(exchangeId(exchange)) || exchange.outcome !== undefined) return;
    if (this.#unreadBytes + keptBytes > MAX_UNREAD_BYTES / 2) return;
    this.#enqueue(
      { kind: 'answer_streaming', answer: sentPartialAnswer(exchange) },
      (ledger) => ledger.answerStreaming(exchange),
      keptBytes,
    );
  }

  close(exchange: Exchange): void {
    const { earlier } = exchange;
    const attempts = earlier.length > 0 ? [...earlier, exchange] : [exchange];
    const isSeen = this.#open.has(exchangeId(exchange));
    let bytes = 0;
    for (const attempt of attempts) {
      this.#open.delete(exchangeId(attempt));
      bytes += attempt.keptBytes;
      if (isSeen) this.#outbox.bodies.push(attempt.body);
      else attempt.body.clear();
    }
    if (!isSeen) return;
    this.#closed += 1;
    this.#enqueue({ kind: 'closed', answers: attempts.map(sentAnswer) }, (ledger) => ledger.close(exchange), bytes);
  }

  claim(question: ClaimQuery): Claimed | undefined {
    const until = Date.now() + CLAIM_PATIENCE_MS;
    const asked = { kind: 'claim', question, until } as const;
    const handed = this.#link.ask(asked, CLAIM_PATIENCE_MS + ANSWER_MS) as HandedClaim | undefined;
    learnStandIns(handed?.standIns ?? []);
    return handed?.claimed;
  }

  functionReturned(ticket: number, mark: number): void {
    this.#enqueue({ kind: 'answered', ticket, mark }, (ledger) => ledger.functionReturned(ticket, mark), 0);
  }

  toolRan(run: ToolRun): void {
    this.#enqueue({ kind: 'tool_ran', run }, (ledger) => ledger.toolRan(run), 0);
  }

  /** Sends the notes so far. Without this call they are sent a little later. */
  send(): void {
    if (!this.#post()) this.#unable();
  }

  async settled(): Promise<void> {
    this.send();
    if (this.#unread.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async flush(deadline = Infinity): Promise<void> {
    this.send();
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    this.#unflushed = 0;
    await new Promise<void>((resolve) => {
      this.#flushes.set(number, resolve);
      this.#link.post({ kind: 'flush', number, deadline }, []);
    });
  }

  async stop(deadline?: number): Promise<void> {
    await this.flush(deadline);
    this.#link.end();
  }

  flushNow(deadline: number): void {
    this.send();
    this.#unflushed = 0;
    const undelivered = this.#link.ask({ kind: 'flush', deadline }, deadline - Date.now()) as Undelivered | undefined;
    if (undelivered) this.#undelivered = undelivered;
  }

  expectEnd(deadline: number | undefined): void {
    this.#link.expectEnd(deadline);
  }

  undelivered(): Undelivered {
    const { calls, spans } = this.#link.progress();
    return { ...this.#undelivered, calls: Math.max(0, this.#closed - calls), spans: Math.max(spans, 0) };
  }

  heard(message: FromHost): void {
    switch (message.kind) {
      case 'read':
        return this.#wasRead(message.number);
      case 'flushed':
        this.#undelivered = message.undelivered;
        this.#flushes.get(message.number)?.();
        this.#flushes.delete(message.number);
        return;
      case 'budgets':
        return hearBudgets(message.header);
      case 'trouble':
        return report(message.trouble, () => message.message);
    }
  }

  /** Returns a local ledger that continues this one, including what could not be sent. */
  recall(): LocalLedger {
    this.#post();
    const moved = this.#link.ask({ kind: 'recall' }, RECALL_PATIENCE_MS) as LedgerState | undefined;
    learnStandIns(moved?.standIns ?? []);
    const openRequests = (moved?.openRequests ?? []).flatMap(([{ id }, read]: readonly [SentRequest, ReadRequest]) => {
      const exchange = this.#open.get(id);
      return exchange ? [[exchange, read] as const] : [];
    });
    return this.#redone(new LocalLedger(moved?.entries, openRequests));
  }

  /** The other side is gone with its state. Returns a local ledger for the unsent notes and resolves all waiters. */
  lose(): LocalLedger {
    for (const number of this.#unread.keys()) this.#wasRead(number);
    for (const resolve of this.#flushes.values()) resolve();
    this.#flushes.clear();
    return this.#redone(new LocalLedger());
  }

  #redone(local: LocalLedger): LocalLedger {
    const { redo } = this.#outbox;
    this.#outbox = emptyOutbox();
    for (const write of redo) guarded('record a model call', () => write(local));
    return local;
  }

  #sendCredentials(): void {
    if (credentialChanges() === this.#credentialChanges) return;
    this.#credentialChanges = credentialChanges();
    this.#enqueue({ kind: 'secrets', secrets: knownCredentials() }, () => undefined, 0);
  }

  #drop(): void {
    report(
      'call dropped',
      () =>
        `Model calls come faster than they can be read: ${this.#unreadCalls} wait, further ones are not recorded until some are read.`,
    );
  }

  #enqueue(note: Note, redo: (ledger: Ledger) => void, bytes: number): void {
    const { notes, redo: redoLater } = this.#outbox;
    notes.add(note);
    this.#unflushed += 1;
    this.#outbox.bytes += bytes;
    this.#unreadBytes += bytes;
    if (redoLater.push(redo) === 1) defer(() => this.send());
  }

  /** Returns false when something cannot be sent; all of it is kept then. */
  #post(): boolean {
    const { notes, redo, bodies, calls, bytes } = this.#outbox;
    if (redo.length === 0) return true;
    this.#lastNumber += 1;
    try {
      this.#link.post({ kind: 'notes', number: this.#lastNumber, values: notes.values }, notes.transfer());
    } catch {
      return false;
    }
    this.#outbox = emptyOutbox();
    let reserved = 0;
    for (const body of bodies) reserved += body.release();
    this.#unread.set(this.#lastNumber, { reserved, bytes, calls });
    return true;
  }

  /** The bytes of a batch count until it is read, so that one limit holds for everything that is kept. */
  #wasRead(number: number): void {
    const batch = this.#unread.get(number);
    if (!batch) return;
    this.#unread.delete(number);
    this.#unreadCalls -= batch.calls;
    this.#unreadBytes -= batch.bytes;
    KeptBody.returnBytes(batch.reserved);
    if (this.#unread.size === 0) for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** The size of its texts, with one byte per character, as V8 stores most of them. */
function requestSize({ url, requestBody }: SentRequest): number {
  return url.length + (typeof requestBody === 'string' || requestBody instanceof Uint8Array ? requestBody.length : 0);
}
