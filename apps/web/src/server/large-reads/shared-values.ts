/**
 * Values that are being read, by name: equal requests at the same time wait for one read, which is canceled when none
 * of them waits any more.
 */
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Between two clients of one value. Each serializes many megabytes for itself, which takes this process up to 100 ms, and
 * other requests come in between.
 */
const TURN_MS = 100;

interface Reading<Value> {
  value: Promise<Value>;
  waiting: number;
  canceled: AbortController;
  /** Resolves when the next client may serialize the value. */
  turn: Promise<void>;
}

export class SharedValues<Value> {
  #readings = new Map<string, Reading<Value>>();

  /** @throws the reason of the signal when it aborts first. */
  async get(
    name: string,
    signal: AbortSignal | undefined,
    read: (canceled: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    signal?.throwIfAborted();
    const reading = this.#readings.get(name) ?? this.#begin(name, read);
    reading.waiting += 1;
    const aborted = Promise.withResolvers<never>();
    const leave = () => aborted.reject(signal?.reason as Error);
    signal?.addEventListener('abort', leave);
    try {
      const value = await Promise.race([reading.value, aborted.promise]);
      const turn = reading.turn;
      reading.turn = turn.then(() => delay(TURN_MS));
      await turn;
      return value;
    } finally {
      signal?.removeEventListener('abort', leave);
      reading.waiting -= 1;
      if (reading.waiting === 0) {
        this.#forget(name, reading);
        reading.canceled.abort();
      }
    }
  }

  #begin(name: string, read: (signal: AbortSignal) => Promise<Value>): Reading<Value> {
    const canceled = new AbortController();
    const reading: Reading<Value> = { value: read(canceled.signal), waiting: 0, canceled, turn: Promise.resolve() };
    this.#readings.set(name, reading);
    // Waiting clients get the error.
    reading.value.catch(() => {}).finally(() => this.#forget(name, reading));
    return reading;
  }

  #forget(name: string, reading: Reading<Value>): void {
    if (this.#readings.get(name) === reading) this.#readings.delete(name);
  }
}
