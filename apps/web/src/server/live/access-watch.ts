/**
 * Ends streams whose reader has lost access since they were opened. A process polls the database for all of its streams
 * together, and not at all without one. Polling survives what a listening connection does not: restarts, poolers,
 * several machines.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { endedAccess, type Access, type AccessEnd, type Sql } from '@subtext/db';
import { TRPCError } from '@trpc/server';

const CHECK_EVERY_MS = 1500;
/** An older check is not valid, so that revoked access ends within 5 s. */
const VALID_MS = 4000;

const REFUSALS = {
  session: { code: 'UNAUTHORIZED', message: 'Your session has ended. Sign in again.' },
  membership: { code: 'NOT_FOUND', message: 'There is no such project for you.' },
  key: { code: 'UNAUTHORIZED', message: 'This API key was revoked, or has expired.' },
} as const satisfies Record<AccessEnd, { code: string; message: string }>;

/** The reason of `signal`: the error that the gate would return now. */
export class AccessEnded extends TRPCError {
  constructor(end: AccessEnd) {
    super(REFUSALS[end]);
  }
}

export interface HeldAccess {
  /** Aborts with AccessEnded. */
  readonly signal: AbortSignal;
  /** Resolves at once while a recent check found that the access holds; else waits for the next. @throws AccessEnded */
  confirm(): Promise<void>;
  /** The stream is over; a second time does nothing. */
  release(): void;
}

interface Watched {
  access: Access;
  /** The start of the newest successful check, by performance.now(). */
  checkedAt: number;
  ended: AbortController;
  holders: number;
}

export class AccessWatch {
  #sql: Sql;
  /** Streams of one reader share an entry. */
  #watched = new Map<string, Watched>();
  #isChecking = false;
  #check = Promise.withResolvers<void>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Readers that are checked. */
  get watched(): number {
    return this.#watched.size;
  }

  /** Call it right after the gate has let the reader in. */
  hold(access: Access): HeldAccess {
    const key = JSON.stringify(Object.values(access));
    const watched = this.#watched.get(key) ?? newlyWatched(access);
    this.#watched.set(key, watched);
    watched.holders += 1;
    let isHeld = true;
    if (!this.#isChecking) void this.#checkAll();
    return {
      signal: watched.ended.signal,
      confirm: () => this.#confirm(watched),
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        watched.holders -= 1;
        if (watched.holders === 0 && this.#watched.get(key) === watched) this.#watched.delete(key);
      },
    };
  }

  async #confirm(watched: Watched): Promise<void> {
    const { signal } = watched.ended;
    while (!signal.aborted && performance.now() - watched.checkedAt > VALID_MS) await this.#check.promise;
    signal.throwIfAborted();
  }

  async #checkAll(): Promise<void> {
    this.#isChecking = true;
    while (this.#watched.size > 0) {
      await delay(CHECK_EVERY_MS);
      // Without a database nothing can be read, so nothing has to be withheld.
      await this.#checkOnce().catch(() => {});
      this.#check.resolve();
      this.#check = Promise.withResolvers();
    }
    this.#isChecking = false;
  }

  async #checkOnce(): Promise<void> {
    const began = performance.now();
    const watched = [...this.#watched];
    if (watched.length === 0) return;
    const ends = await endedAccess(
      this.#sql,
      watched.map(([, { access }]) => access),
    );
    watched.forEach(([key, entry], index) => {
      const end = ends[index];
      if (!end) return void (entry.checkedAt = began);
      // A client that returns later with the same session passes the gate again, and gets a new watch.
      if (this.#watched.get(key) === entry) this.#watched.delete(key);
      entry.ended.abort(new AccessEnded(end));
    });
  }
}

const newlyWatched = (access: Access): Watched => ({
  access,
  checkedAt: performance.now(),
  ended: new AbortController(),
  holders: 0,
});

/**
 * The same response while its reader has access; after that its body is aborted, even while the reader reads nothing.
 */
export function whileHeld(response: Response, held: HeldAccess): Response {
  if (!response.body) {
    held.release();
    return response;
  }
  const source = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      held.signal.addEventListener('abort', () => {
        held.release();
        controller.error(held.signal.reason);
        void source.cancel(held.signal.reason);
      });
    },
    async pull(controller) {
      const { done, value } = await source.read().catch(release);
      await held.confirm();
      if (!done) return controller.enqueue(value);
      held.release();
      controller.close();
    },
    cancel(reason) {
      held.release();
      return source.cancel(reason);
    },
  });
  return new Response(body, response);

  function release(error: unknown): never {
    held.release();
    throw error;
  }
}
