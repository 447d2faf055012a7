/** A ledger that is kept in another thread: what it is told of goes there in batches. The other end is ledger-host.ts. */
import {
  canCross,
  idOf,
  pack,
  sentAnswer,
  sentRequest,
  type FromHost,
  type Moved,
  type Note,
  type SentRequest,
} from './crossing.ts';
import { credentialChanges, knownCredentials } from './credentials.ts';
import type { Exchange } from './exchange.ts';
import { learnStandIns, standInsOf } from './gate.ts';
import type { KeptBody } from './kept-body.ts';
import type { HandedClaim } from './ledger-host.ts';
import { LocalLedger, type Claimed, type Ledger, type Seen } from './ledger.ts';
import type { ClaimQuestion } from './pending-calls.ts';
import type { Link } from './platform/link.ts';
import { defer } from './platform/node.ts';
import { guarded, tell } from './report.ts';

/** On their way and not read yet. What passes this is not recorded: the thread is far behind. */
const MAX_UNREAD_CALLS = 10_000;
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;
/** A tool that starts waits so long for the call that it belongs to; reading what came before takes some milliseconds. */
const CLAIM_PATIENCE_MS = 300;
/** Of an answer, on its way. */
const ANSWER_MS = 100;
/** Once in the life of a process. */
const RECALL_PATIENCE_MS = 2_000;

/** What was told, so that it can be told to another ledger while it is still here. */
interface Told {
  note: Note;
  redo: (ledger: Ledger) => void;
  bodies: KeptBody[];
  bytes: number;
}

/** What was sent, until the other side has read it. */
interface Batch {
  bodies: KeptBody[];
  bytes: number;
  calls: number;
}

export class RemoteLedger implements Ledger {
  readonly #link: Link;
  readonly #unable: () => void;
  /** Seen, and not closed. */
  readonly #open = new Map<number, Exchange>();
  #outbox: Told[] = [];
  readonly #unread = new Map<number, Batch>();
  #unreadCalls = 0;
  #unreadBytes = 0;
  readonly #flushes = new Map<number, () => void>();
  /** For all that is on its way. */
  readonly #waiting: (() => void)[] = [];
  #lastNumber = 0;
  #untold = 0;
  #credentialChanges = -1;

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
    this.#tell({ note: { kind: 'seen', request }, redo: (ledger) => ledger.see(exchange), bodies: [], bytes });
  }

  close(exchange: Exchange): void {
    const attempts = [...exchange.earlier, exchange];
    const isSeen = this.#open.has(idOf(exchange));
    for (const attempt of attempts) this.#open.delete(idOf(attempt));
    const bodies = attempts.map(({ body }) => body);
    if (!isSeen) return bodies.forEach((body) => body.clear());
    const answers = attempts.map(sentAnswer);
    const bytes = answers.reduce((total, { keptBytes }) => total + keptBytes, 0);
    this.#tell({ note: { kind: 'closed', answers }, redo: (ledger) => ledger.close(exchange), bodies, bytes });
  }

  claim(question: ClaimQuestion): Claimed | undefined {
    const until = Date.now() + CLAIM_PATIENCE_MS;
    const asked = { kind: 'claim', question, until } as const;
    const handed = this.#link.ask(asked, CLAIM_PATIENCE_MS + ANSWER_MS) as HandedClaim | undefined;
    learnStandIns(handed?.standIns ?? []);
    return handed?.claimed;
  }

  answered(ticket: number, mark: number): void {
    const redo = (ledger: Ledger) => ledger.answered(ticket, mark);
    this.#tell({ note: { kind: 'answered', ticket, mark }, redo, bodies: [], bytes: 0 });
  }

  /** What it was told of so far; it goes by itself, a little later. */
  send(): void {
    if (!this.#post()) this.#unable();
  }

  async settled(): Promise<void> {
    this.send();
    if (this.#unread.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async flush(): Promise<void> {
    this.send();
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    this.#untold = 0;
    this.#link.hold(true);
    await new Promise<void>((resolve) => {
      this.#flushes.set(number, resolve);
      this.#link.post({ kind: 'flush', number }, []);
    });
    if (this.#flushes.size === 0) this.#link.hold(false);
  }

  async stop(): Promise<void> {
    await this.flush();
    this.#link.end();
  }

  heard(message: FromHost): void {
    switch (message.kind) {
      case 'read':
        return this.#wasRead(message.number);
      case 'flushed':
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
    for (const { redo } of this.#outbox.splice(0)) guarded('record a model call', () => redo(local));
    return local;
  }

  #tellCredentials(): void {
    if (credentialChanges() === this.#credentialChanges) return;
    this.#credentialChanges = credentialChanges();
    this.#tell({ note: { kind: 'secrets', secrets: knownCredentials() }, redo: () => undefined, bodies: [], bytes: 0 });
  }

  #drop(): void {
    tell(
      'call dropped',
      () =>
        `Model calls come faster than they can be read: ${this.#unreadCalls} wait, further ones are not recorded until some are read.`,
    );
  }

  #tell(told: Told): void {
    this.#untold += 1;
    this.#unreadBytes += told.bytes;
    if (this.#outbox.push(told) === 1) defer(() => this.send());
  }

  /** False when something of it cannot be sent: then all of it is still here. */
  #post(): boolean {
    if (this.#outbox.length === 0) return true;
    const told = this.#outbox;
    this.#lastNumber += 1;
    const notes = told.map(({ note }) => note);
    try {
      const { packed, transfer } = pack(notes);
      this.#link.post({ kind: 'notes', number: this.#lastNumber, packed }, transfer);
    } catch {
      return false;
    }
    this.#outbox = [];
    const calls = notes.filter(({ kind }) => kind === 'seen').length;
    const bytes = told.reduce((total, one) => total + one.bytes, 0);
    this.#unread.set(this.#lastNumber, { bodies: told.flatMap(({ bodies }) => bodies), bytes, calls });
    return true;
  }

  /** Its bytes count until then, so that all that is kept stays within one bound. */
  #wasRead(number: number): void {
    const batch = this.#unread.get(number);
    if (!batch) return;
    this.#unread.delete(number);
    this.#unreadCalls -= batch.calls;
    this.#unreadBytes -= batch.bytes;
    for (const body of batch.bodies) body.clear();
    if (this.#unread.size === 0) for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** Of its texts, in bytes as V8 keeps the most of them. */
function sizeOf({ url, requestBody }: SentRequest): number {
  return url.length + (typeof requestBody === 'string' || requestBody instanceof Uint8Array ? requestBody.length : 0);
}
