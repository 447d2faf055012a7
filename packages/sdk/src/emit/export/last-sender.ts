/**
 * Sends requests while the calling thread is blocked: when a process ends by `process.exit()` or an uncaught error,
 * nothing asynchronous runs any more. A thread of its own sends, and the caller waits until all requests are answered
 * or time is up.
 */
import type { MessagePort, Worker } from 'node:worker_threads';
import { BUDGET_HEADER, hearBudgets } from './budget-notices.ts';
import { RefusedError } from '../queue/delivery.ts';

export interface LastRequest {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
  /** TLS options, when the environment names certificates. */
  tls: object;
}

type Threads = typeof import('node:worker_threads');

/** A request's index, its HTTP status (0 for none), the error, and the header of budgets. */
type Answer = [index: number, status: number, message: string, budgets?: string];

/**
 * Source text, because a bundler would not include a separate file, and a bundled function may depend on the rest of
 * the bundle.
 */
const SENDER = `
const { parentPort, workerData: { answers, answered } } = require('node:worker_threads');
const send = ({ url, headers, body, tls }, answer) => {
  const { request } = require(url.startsWith('https:') ? 'node:https' : 'node:http');
  const outgoing = request(url, { ...tls, method: 'POST', headers }, (response) => {
    response.resume();
    response.on('end', () => answer(response.statusCode, response.statusMessage, response.headers['${BUDGET_HEADER}']));
    response.on('error', (error) => answer(0, error.message));
  });
  outgoing.on('error', (error) => answer(0, error.message));
  outgoing.end(body);
};
parentPort.on('message', ([index, request]) => send(request, (status, message, budgets) => {
  answers.postMessage([index, status, message, budgets]);
  Atomics.add(answered, 0, 1);
  Atomics.notify(answered, 0);
}));
`;

export class SenderThread {
  readonly #threads: Threads = process.getBuiltinModule('node:worker_threads');
  readonly #answered = new Int32Array(new SharedArrayBuffer(4));
  readonly #answers: MessagePort;
  readonly #worker: Worker;
  readonly #ended: ((failure: Error | undefined) => void)[] = [];
  #left = 0;

  /** Starts the thread at once, while the caller still works. */
  constructor() {
    const { port1, port2 } = new this.#threads.MessageChannel();
    this.#answers = port1;
    this.#worker = new this.#threads.Worker(SENDER, {
      eval: true,
      execArgv: [],
      env: {},
      name: 'subtext-last-sender',
      workerData: { answers: port2, answered: this.#answered },
      transferList: [port2],
    });
    this.#worker.on('error', () => undefined); // its requests stay unanswered and are counted
    this.#worker.unref();
  }

  /** `ended` is called by `wait`; undefined: the request was accepted. */
  send(request: LastRequest, ended: (failure: Error | undefined) => void): void {
    this.#worker.postMessage([this.#ended.push(ended) - 1, request]);
    this.#left += 1;
  }

  /** Blocks until all requests are answered, or the deadline (Unix milliseconds) has passed. */
  wait(deadline: number): void {
    let seen = 0;
    while (
      this.#left > 0 &&
      Atomics.wait(this.#answered, 0, seen, Math.max(0, deadline - Date.now())) !== 'timed-out'
    ) {
      seen = Atomics.load(this.#answered, 0);
      for (const [index, status, message, budgets] of this.#received()) {
        this.#left -= 1;
        this.#ended[index]?.(failureOf(status, message));
        hearBudgets(budgets);
      }
    }
  }

  *#received(): Generator<Answer> {
    for (;;) {
      const next = this.#threads.receiveMessageOnPort(this.#answers) as { message: Answer } | undefined;
      if (!next) return;
      yield next.message;
    }
  }
}

function failureOf(status: number, message: string): Error | undefined {
  if (status >= 200 && status < 300) return undefined;
  return status > 0 ? new RefusedError(status, message) : new Error(message);
}
