/** A ledger that is kept in another thread: what it is told of goes there in batches. The other end is ledger-host.ts. */
import {
  canCross,
  idOf,
  sentAnswer,
  sentGlance,
  sentRequest,
  type FromHost,
  type Moved,
  type Note,
  type SentRequest,
} from './crossing.ts';
import { credentialChanges, knownCredentials } from './credentials.ts';
import type { Exchange } from './exchange.ts';
import { learnStandIns, standInsOf } from './gate.ts';
import { KeptBody } from './kept-body.ts';
import type { HandedClaim } from './ledger-host.ts';
import { LocalLedger, type Claimed, type Ledger, type Seen } from './ledger.ts';
import { PackedNotes } from './packed-notes.ts';
import type { ClaimQuestion } from './pending-calls.ts';
import type { Link } from './platform/link.ts';
import { defer } from './platform/node.ts';
import { guarded, tell } from './report.ts';
import { NOTHING, type Undelivered } from './undelivered.ts';

/** On their way and not read yet. What passes this is not recorded: the thread is far behind. */
const MAX_UNREAD_CALLS = 10_000;
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;
/** A tool that starts waits so long for the call that it belongs to; reading what came before takes some milliseconds. */
const CLAIM_PATIENCE_MS = 300;
/** Of an answer, on its way. */
const ANSWER_MS = 100;
/** Once in the life of a process. */
const RECALL_PATIENCE_MS = 2_000;

/** What was told and is still here. */
interface Outbox {
  notes: PackedNotes;
  /** Tells it to another ledger. */
  redo: ((ledger: Ledger) => void)[];
  bodies: KeptBody[];
  calls: number;
  bytes: number;
}

/** What was sent, until the other side has read it. */
interface Batch extends Pick<Outbox, 'calls' | 'bytes'> {
  /** Of the memory for bodies, as `KeptBody.release` gives it. */
  taken: number;
}

function emptyOutbox(): Outbox {
  return { notes: new PackedNotes(), redo: [], bodies: [], calls: 0, bytes: 0 };
}

export class RemoteLedger implements Ledger {
  readonly #link: Link;
  readonly #unable: () => void;
  /** Seen, and not closed. */
  readonly #open = new Map<number, Exchange>();
  #outbox = emptyOutbox();
  readonly #unread = new Map<number, Batch>();
  #unreadCalls = 0;
  #unreadBytes = 0;
  readonly #flushes = new Map<number, () => void>();
  /** For all that is on its way. */
  readonly #waiting: (() => void)[] = [];
  #lastNumber = 0;
  #untold = 0;
  #credentialChanges = -1;
  /** Calls that were reported as closed. */
  #closed = 0;
  /** As the other side reported it last. */
  #undelivered = NOTHING;

  /** `unable`: something cannot be sent. It is still here, and `takeBack` gives it out. */
  constructor(link: Link, unable: () => void) {
    this.#link = link;
    this.#unable = unable;
  }

  /** Writes down what another ledger knows. False, and nothing is changed, when that cannot be sent. */
  goOnWith(local: LocalLedger): boolean {
    const open = [...local.seen];
    if (!open.every(([exchange]) => canCross(exchange))) return false;
    const seen = open.map(([exchange, known]) => [sentRequest(exchange), known] as const);
    const moved: Moved = { entries: local.entries(), seen, standIns: standInsOf() };
    try {
      this.#link.post({ kind: 'moved', moved }, []);
    } catch {
      return false;
    }
    for (const [exchange] of open) this.#open.set(idOf(exchange), exchange);
    this.#untold = local.size;
    this.#tellCredentials();
    return true;
  }

  ready(): true {
    return true;
  }

  get size(): number {
    return this.#untold;
  }

  see(exchange: Exchange): void {
    this.#tellCredentials();
    const request = sentRequest(exchange);
    const bytes = sizeOf(request);
    if (this.#unreadCalls >= MAX_UNREAD_CALLS || this.#unreadBytes + bytes > MAX_UNREAD_BYTES) return this.#drop();
    this.#open.set(request.id, exchange);
    this.#unreadCalls += 1;
    this.#outbox.calls += 1;
    this.#tell({ kind: 'seen', request }, (ledger) => ledger.see(exchange), bytes);
  }

  /** Dropped while the thread is behind: the end of the answer tells all of it. */
  glance(exchange: Exchange): void {
    const { keptBytes } = exchange;
    if (!this.#open.has(idOf(exchange)) || exchange.outcome !== undefined) return;
    if (this.#unreadBytes + keptBytes > MAX_UNREAD_BYTES / 2) return;
    this.#tell({ kind: 'glanced', answer: sentGlance(exchange) }, (ledger) => ledger.glance(exchange), keptBytes);
  }

  close(exchange: Exchange): void {
    const { earlier } = exchange;
    const attempts = earlier.length > 0 ? [...earlier, exchange] : [exchange];
    const isSeen = this.#open.has(idOf(exchange));
    let bytes = 0;
    for (const attempt of attempts) {
      this.#open.delete(idOf(attempt));
      bytes += attempt.keptBytes;
      if (isSeen) this.#outbox.bodies.push(attempt.body);
      else attempt.body.clear();
    }
    if (!isSeen) return;
    this.#closed += 1;
    this.#tell({ kind: 'closed', answers: attempts.map(sentAnswer) }, (ledger) => ledger.close(exchange), bytes);
  }

  claim(question: ClaimQuestion): Claimed | undefined {
    const until = Date.now() + CLAIM_PATIENCE_MS;
    const asked = { kind: 'claim', question, until } as const;
    const handed = this.#link.ask(asked, CLAIM_PATIENCE_MS + ANSWER_MS) as HandedClaim | undefined;
    learnStandIns(handed?.standIns ?? []);
    return handed?.claimed;
  }

  answered(ticket: number, mark: number): void {
    this.#tell({ kind: 'answered', ticket, mark }, (ledger) => ledger.answered(ticket, mark), 0);
  }

  /** What it was told of so far; it goes by itself, a little later. */
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
    this.#untold = 0;
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
    this.#untold = 0;
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
      case 'trouble':
        return tell(message.trouble, () => message.message);
    }
  }

  /** A ledger here that goes on with this one, also with what could not be sent. */
  takeBack(): LocalLedger {
    this.#post();
    const moved = this.#link.ask({ kind: 'recall' }, RECALL_PATIENCE_MS) as Moved | undefined;
    learnStandIns(moved?.standIns ?? []);
    const seen = (moved?.seen ?? []).flatMap(([{ id }, known]: readonly [SentRequest, Seen]) => {
      const exchange = this.#open.get(id);
      return exchange ? [[exchange, known] as const] : [];
    });
    return this.#redone(new LocalLedger(moved?.entries, seen));
  }

  /** The other side is gone, with all it knew: a ledger here for what was not sent yet. Nobody waits for it any more. */
  lose(): LocalLedger {
    for (const number of this.#unread.keys()) this.#wasRead(number);
    for (const resolve of this.#flushes.values()) resolve();
    this.#flushes.clear();
    return this.#redone(new LocalLedger());
  }

  #redone(local: LocalLedger): LocalLedger {
    const { redo } = this.#outbox;
    this.#outbox = emptyOutbox();
    for (const tell of redo) guarded('record a model call', () => tell(local));
    return local;
  }

  #tellCredentials(): void {
    if (credentialChanges() === this.#credentialChanges) return;
    this.#credentialChanges = credentialChanges();
    this.#tell({ kind: 'secrets', secrets: knownCredentials() }, () => undefined, 0);
  }

  #drop(): void {
    tell(
      'call dropped',
      () =>
        `Model calls come faster than they can be read: ${this.#unreadCalls} wait, further ones are not recorded until some are read.`,
    );
  }

  #tell(note: Note, redo: (ledger: Ledger) => void, bytes: number): void {
    const { notes, redo: told } = this.#outbox;
    notes.add(note);
    this.#untold += 1;
    this.#outbox.bytes += bytes;
    this.#unreadBytes += bytes;
    if (told.push(redo) === 1) defer(() => this.send());
  }

  /** False when something of it cannot be sent: then all of it is still here. */
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
    let taken = 0;
    for (const body of bodies) taken += body.release();
    this.#unread.set(this.#lastNumber, { taken, bytes, calls });
    return true;
  }

  /** Its bytes count until then, so that all that is kept stays within one bound. */
  #wasRead(number: number): void {
    const batch = this.#unread.get(number);
    if (!batch) return;
    this.#unread.delete(number);
    this.#unreadCalls -= batch.calls;
    this.#unreadBytes -= batch.bytes;
    KeptBody.giveBack(batch.taken);
    if (this.#unread.size === 0) for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** Of its texts, in bytes as V8 keeps the most of them. */
function sizeOf({ url, requestBody }: SentRequest): number {
  return url.length + (typeof requestBody === 'string' || requestBody instanceof Uint8Array ? requestBody.length : 0);
}
