/**
 * A worker thread that answers numbered messages. When it ends, its open questions fail, and the next question starts
 * another thread.
 */
import { Worker } from 'node:worker_threads';

export type NumberedQuestion<Question> = Question & { id: number };
/** The answer besides the number of the question; an error has a shape of its own. */
export type NumberedAnswer<Answer> = Answer & { id: number };

/** Called for messages that the thread sends by itself, and when it ends. */
export interface ThreadListener {
  onMessage?(message: unknown): void;
  onEnd?(): void;
}

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

export class QuestionThread<Question extends object, Answer extends object> {
  readonly #file: URL;
  readonly #workerData: unknown;
  readonly #listener: ThreadListener;
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #count = 0;

  constructor(file: URL, workerData?: unknown, listener: ThreadListener = {}) {
    this.#file = file;
    this.#workerData = workerData;
    this.#listener = listener;
  }

  /** Starts the thread before the first question, so that it need not wait. */
  begin(): void {
    this.#worker ??= this.#begun();
  }

  /** Rejects when the thread ends before it has answered, with the reason as the cause. */
  ask(question: Question, transfer: ArrayBuffer[] = []): Promise<Answer> {
    this.begin();
    const id = (this.#count += 1);
    return new Promise((resolve, reject) => {
      // A message that cannot be sent throws here, and nothing waits for it.
      this.#worker!.postMessage({ ...question, id } satisfies NumberedQuestion<Question>, transfer);
      this.#waiting.set(id, { resolve, reject });
    });
  }

  /** Asks the thread to end, and resolves when it has. */
  async close(farewell: unknown): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage(farewell);
    await ended;
  }

  #begun(): Worker {
    const worker = new Worker(this.#file, { workerData: this.#workerData });
    worker.on('message', (message: NumberedAnswer<Answer> | object) => {
      if (!('id' in message)) return this.#listener.onMessage?.(message);
      this.#waiting.get(message.id)?.resolve(message);
      this.#waiting.delete(message.id);
    });
    worker.on('error', (cause) => this.#lose(worker, cause));
    worker.on('exit', () => this.#lose(worker, undefined));
    // The thread must not keep an idle process alive.
    worker.unref();
    return worker;
  }

  #lose(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#listener.onEnd?.();
    const open = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of open) reject(new Error('the thread ended', { cause }));
  }
}
