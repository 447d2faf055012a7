/**
 * A TCP proxy between ingest and PostgreSQL that can lose connections at the worst moment: what a network does, on
 * purpose.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';

interface Pair {
  fromIngest: Socket;
  toDatabase: Socket;
  frozen: boolean;
  /** The commit has been sent; its answer must not pass. */
  committing: boolean;
  /** Until it is cut. */
  bytesLeft: number | undefined;
}

/** As the driver sends it the first time on a connection, to be parsed; later it names the parsed statement only. */
const COMMIT = Buffer.from('commit\0');

/** Counts down, and wakes who waits for the end. */
class Countdown {
  left = 0;
  #wake: () => void = () => {};

  start(times: number): Promise<void> {
    this.left = times;
    return new Promise((resolve) => (this.#wake = resolve));
  }

  done(): void {
    this.left -= 1;
    if (this.left === 0) this.#wake();
  }
}

export class Proxy {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  readonly #commits = new Countdown();
  readonly #cuts = new Countdown();
  #cutAfter = 0;

  constructor(databasePort: number) {
    this.#server = createServer((fromIngest) => this.#open(fromIngest, connect(databasePort, '127.0.0.1')));
  }

  /** Resolves to its port. */
  listen(): Promise<number> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => resolve((this.#server.address() as { port: number }).port));
    });
  }

  /** Cuts both sides of every open connection. */
  cutAll(): void {
    for (const pair of this.#pairs) this.#cut(pair);
  }

  /**
   * The next commits, so many, reach PostgreSQL, and their connection is cut as soon as it answers, before the answer
   * passes. Only the first commit of a connection is recognised. Resolves when all have been cut.
   */
  loseCommits(times: number): Promise<void> {
    return this.#commits.start(times);
  }

  /**
   * The next connections, so many, are cut after so many bytes of what ingest sends. Resolves when all have been cut.
   */
  cutAfter(bytes: number, times: number): Promise<void> {
    this.#cutAfter = bytes;
    return this.#cuts.start(times);
  }

  /** Open connections stay open, and nothing passes any more, for ever; new ones work. */
  freezeOpen(): void {
    for (const pair of this.#pairs) pair.frozen = true;
  }

  close(): void {
    this.cutAll();
    this.#server.close();
  }

  #open(fromIngest: Socket, toDatabase: Socket): void {
    const pair: Pair = { fromIngest, toDatabase, frozen: false, committing: false, bytesLeft: undefined };
    this.#pairs.add(pair);
    fromIngest.on('data', (chunk: Buffer) => pair.frozen || this.#up(pair, chunk));
    toDatabase.on('data', (chunk: Buffer) => pair.frozen || this.#down(pair, chunk));
    for (const socket of [fromIngest, toDatabase]) {
      socket.on('error', () => this.#cut(pair));
      socket.on('close', () => this.#cut(pair));
    }
  }

  #cut(pair: Pair): void {
    this.#pairs.delete(pair);
    pair.fromIngest.destroy();
    pair.toDatabase.destroy();
  }

  #up(pair: Pair, chunk: Buffer): void {
    if (this.#cuts.left > 0) {
      pair.bytesLeft = (pair.bytesLeft ?? this.#cutAfter) - chunk.length;
      if (pair.bytesLeft < 0) {
        // A part of the chunk arrives, and then nothing.
        pair.toDatabase.write(chunk.subarray(0, chunk.length + pair.bytesLeft), () => this.#cut(pair));
        this.#cuts.done();
        return;
      }
    }
    if (this.#commits.left > 0 && chunk.includes(COMMIT)) pair.committing = true;
    pair.toDatabase.write(chunk);
  }

  #down(pair: Pair, chunk: Buffer): void {
    if (pair.committing && this.#commits.left > 0) {
      this.#commits.done();
      this.#cut(pair);
    } else pair.fromIngest.write(chunk);
  }
}
