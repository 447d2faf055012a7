/**
 * A TCP proxy between ingest and PostgreSQL that drops connections at the worst moment, as a network might.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';

interface Pair {
  fromIngest: Socket;
  toDatabase: Socket;
  frozen: boolean;
  /** The commit has been sent; its response must not get through. */
  committing: boolean;
  /** Until it is cut. */
  bytesLeft: number | undefined;
}

/** The text with which the driver prepares the statement on a connection; later it sends only the statement's name. */
const COMMIT = Buffer.from('commit\0');

/** Counts down and resolves its promise at zero. */
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
   * The next `times` commits reach PostgreSQL, and their connection is cut before the response gets through. Only the
   * first commit of a connection is recognized. Resolves when all have been cut.
   */
  loseCommits(times: number): Promise<void> {
    return this.#commits.start(times);
  }

  /**
   * The next connections are cut after ingest has sent this many bytes. Resolves when all have been cut.
   */
  cutAfter(bytes: number, times: number): Promise<void> {
    this.#cutAfter = bytes;
    return this.#cuts.start(times);
  }

  /** Open connections stay open but carry no more data; new ones work. */
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
        // Only a part of the chunk arrives.
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
