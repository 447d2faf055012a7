/**
 * A reader (reader.ts) as the web process sees it: started when needed, asked over the socket that both share, killed
 * to end a read.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as sendRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
import { READER_SOCKET, type ReadFailure, type ReadRequest } from './reader-protocol.ts';

/** From the URL, because bundlers keep `import.meta.url` but not `import.meta.dirname`. */
const ENTRY = join(dirname(fileURLToPath(import.meta.url)), 'reader.ts');

export interface ReaderOptions {
  databaseUrl: string;
  /** Limit of its heap; a read that needs more ends the reader, and nothing else. */
  heapMebibytes: number;
}

/** A read that its reader did not survive. */
export class ReaderEnded extends Error {}

export class ReaderProcess {
  #child: ChildProcess;
  #agent: Agent;
  #options: ReaderOptions;

  constructor(options: ReaderOptions) {
    this.#options = options;
    const { databaseUrl, heapMebibytes } = options;
    this.#child = spawn(process.execPath, [`--max-old-space-size=${heapMebibytes}`, ENTRY], {
      env: { ...process.env, DATABASE_URL: databaseUrl, NODE_OPTIONS: '' },
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    });
    const socket = this.#child.stdio[READER_SOCKET] as Socket;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1 });
    this.#agent.createConnection = () => socket;
    // Its errors are reported by the request that it serves.
    socket.on('error', () => {});
    this.#child.on('error', () => {});
    this.#child.unref();
    socket.unref();
  }

  get processId(): number | undefined {
    return this.#child.pid;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /**
   * The answer to a read, whose body has to be taken before the next one.
   * @throws ReaderEnded when the reader dies of it, the error of the read when it fails, the reason of the signal when
   * it aborts first.
   */
  async ask(read: ReadRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const request = sendRequest({ agent: this.#agent, method: 'POST', signal });
    request.end(JSON.stringify(read));
    let response: IncomingMessage;
    try {
      [response] = (await once(request, 'response')) as [IncomingMessage];
    } catch (error) {
      signal.throwIfAborted();
      throw await this.#reasonOfEnd(error);
    }
    if (response.statusCode === 200) return response;
    const { message, code } = deserialize(await buffer(response)) as ReadFailure;
    throw Object.assign(new Error(message), { code });
  }

  kill(): void {
    this.#agent.destroy();
    this.#child.kill('SIGKILL');
  }

  async #reasonOfEnd(cause: unknown): Promise<Error> {
    if (!this.hasEnded) await once(this.#child, 'exit', { signal: AbortSignal.timeout(1_000) }).catch(() => {});
    const { exitCode, signalCode } = this.#child;
    // V8 aborts when its heap is full.
    const isFull = signalCode === 'SIGABRT' || exitCode === 134;
    return new ReaderEnded(
      isFull
        ? `The read needs more memory than a reader may take (${this.#options.heapMebibytes} MiB).`
        : `The reader ended during the read (${signalCode ?? `exit code ${exitCode}`}).`,
      { cause },
    );
  }
}
