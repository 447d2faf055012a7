/**
 * Reads whose time or memory grows with the length of a trace. Reads of long traces run in separate processes
 * (reader.ts), a few at a time per project and in total, so that the web process keeps serving other requests. A read
 * that would wait too long is refused (BusyError).
 */
import { payloadSize, traceSize, traceVersion, type Sql, type TraceKey } from '@subtext/db';
import { buffer } from 'node:stream/consumers';
import { deserialize } from 'node:v8';
import { ReadQueues, type QueueLimits, type QueueState } from './read-queues.ts';
import { documentStream, inBatches } from './document-stream.ts';
import { ReaderPool } from './reader-pool.ts';
import type { ReadRequest } from './reader-protocol.ts';
import { OF_PAYLOADS, VALUES, type DocumentRequest, type ValueReads } from './reads.ts';
import { SharedDocument, type DocumentReader, type DocumentTimes } from './shared-document.ts';
import { SharedValues } from './shared-values.ts';

export interface LargeReadLimits {
  /** Reads that a screen waits for: seconds of work. */
  values: QueueLimits;
  /** Documents, which a client downloads at its own pace. */
  documents: QueueLimits;
  /** Requests that this process answers itself, most of them within milliseconds. */
  answers: QueueLimits;
  times: DocumentTimes;
  /** Heap of each reader; a read that needs more fails alone. */
  heapMebibytes: number;
}

const SECOND = 1000;
const LIMITS: LargeReadLimits = {
  values: { atOnce: 2, ofProject: 1, waiting: 32, patienceMs: 25 * SECOND },
  documents: { atOnce: 2, ofProject: 1, waiting: 32, patienceMs: 25 * SECOND },
  // A project gets fewer than this process has connections, so that another project finds one.
  answers: { atOnce: 32, ofProject: 4, waiting: 256, patienceMs: 25 * SECOND },
  times: { stallMs: 30 * SECOND, mostMs: 900 * SECOND },
  heapMebibytes: 1_024,
};

/** Reading a trace of this size takes milliseconds, less than passing it to a reader. */
const SMALL_SPANS = 2_000;
/** The unpacked bytes of all payloads of a trace. Parsing this many takes about 20 ms. */
const SMALL_PAYLOADS = 4 * 1024 ** 2;
/** No value takes longer: its statements end before. */
const MAX_VALUE_MS = 120 * SECOND;

/** For requests without a client that can leave: pages that this process renders. */
const NEVER = new AbortController().signal;

export interface LargeReadOptions {
  databaseUrl: string;
  /** Connections of this process, which read small traces. */
  sql: Sql;
  limits?: Partial<LargeReadLimits>;
}

type DocumentRead = Extract<ReadRequest, { kind: 'document' }>;

export interface ValueRequest<Name extends keyof ValueReads> {
  input: ValueReads[Name]['input'];
  /** Aborts when the client leaves. */
  signal: AbortSignal | undefined;
}

export class LargeReads {
  #sql: Sql;
  #limits: LargeReadLimits;
  #readers: ReaderPool;
  #values: ReadQueues;
  #documents: ReadQueues;
  #answers: ReadQueues;
  #sharedValues = new SharedValues<unknown>();
  #sharedDocuments = new Map<string, SharedDocument>();

  constructor({ databaseUrl, sql, limits }: LargeReadOptions) {
    this.#sql = sql;
    this.#limits = { ...LIMITS, ...limits };
    this.#values = new ReadQueues(this.#limits.values);
    this.#documents = new ReadQueues(this.#limits.documents);
    this.#answers = new ReadQueues(this.#limits.answers);
    this.#readers = new ReaderPool({ databaseUrl, heapMebibytes: this.#limits.heapMebibytes });
  }

  /** Starts what reading a long trace needs, before the first is asked for. */
  prepare(): void {
    this.#readers.prepare();
  }

  /**
   * A value of a trace, read by this process if the trace is small. Concurrent equal requests share one read.
   * @throws BusyError when too many reads wait; the reason of the signal when it aborts first.
   */
  async value<Name extends keyof ValueReads>(
    name: Name,
    key: TraceKey,
    { input, signal }: ValueRequest<Name>,
  ): Promise<ValueReads[Name]['value']> {
    const spans = (await traceSize(this.#sql, key)) ?? 0;
    if (await this.#isSmall(name, key, spans)) return VALUES[name](this.#sql, key, input);
    const version = await traceVersion(this.#sql, key);
    const request = JSON.stringify([name, key.projectId, key.traceId, version, input]);
    const read = (canceled: AbortSignal): Promise<unknown> =>
      this.#values.add(key.projectId, {
        signal: canceled,
        run: () => {
          const ends = AbortSignal.any([canceled, AbortSignal.timeout(MAX_VALUE_MS)]);
          const take = async (response: Parameters<typeof buffer>[0]) => deserialize(await buffer(response)) as unknown;
          return this.#readers.use({ kind: 'value', name, key, input: input as never }, { signal: ends, take });
        },
      });
    return (await this.#sharedValues.get(request, signal, read)) as ValueReads[Name]['value'];
  }

  /**
   * A whole document of a trace; undefined when there is no such trace. Concurrent equal requests share one read.
   * @throws the reason of the signal when it aborts first. A BusyError is thrown where the document is read.
   */
  async document(key: TraceKey, wanted: DocumentRequest, signal: AbortSignal): Promise<DocumentReader | undefined> {
    const [spans, version] = await Promise.all([traceSize(this.#sql, key), traceVersion(this.#sql, key)]);
    if (spans === undefined) return undefined;
    // Documents contain payloads. Nothing is awaited after this, so equal requests find the document that is open.
    const isSmall = await this.#isSmall('payload', key, spans);
    signal.throwIfAborted();
    const request = JSON.stringify([wanted, key.projectId, key.traceId, version]);
    const open = this.#sharedDocuments.get(request);
    const read: DocumentRead = { kind: 'document', key, document: wanted };
    const document = open?.isJoinable ? open : this.#begin(request, read, isSmall);
    const reader = document.join();
    signal.addEventListener('abort', reader.leave, { once: true });
    return reader;
  }

  /**
   * Text for one client, read by this process as the client takes it. Waits like the documents of long traces.
   * A BusyError is thrown where the text is read.
   */
  stream(projectId: string, texts: AsyncIterable<string>, signal: AbortSignal): DocumentReader {
    const document = new SharedDocument(this.#limits.times);
    const reader = document.join();
    signal.addEventListener('abort', reader.leave, { once: true });
    const run = () => document.fill(inBatches(texts));
    this.#documents.add(projectId, { signal: document.signal, run }).catch((error: unknown) => document.fail(error));
    return reader;
  }

  async #isSmall(name: keyof ValueReads, key: TraceKey, spans: number): Promise<boolean> {
    if (spans > SMALL_SPANS) return false;
    return !OF_PAYLOADS.has(name) || (await payloadSize(this.#sql, key)) <= SMALL_PAYLOADS;
  }

  /**
   * Answers a request by this process, when fewer than the limit of its project are being answered.
   * @throws BusyError when too many wait; the reason of the signal when it aborts first.
   */
  answer<Result>(projectId: string, signal: AbortSignal | undefined, run: () => Promise<Result>): Promise<Result> {
    return this.#answers.add(projectId, { signal: signal ?? NEVER, run });
  }

  /** Requests that this process answers itself. */
  get answering(): QueueState {
    return this.#answers.state;
  }

  /** Values and documents together. */
  get state(): QueueState {
    const [values, documents] = [this.#values.state, this.#documents.state];
    return { running: values.running + documents.running, waiting: values.waiting + documents.waiting };
  }

  get readerProcessIds(): number[] {
    return this.#readers.processIds;
  }

  close(): void {
    this.#readers.close();
  }

  #begin(request: string, read: DocumentRead, isSmall: boolean): SharedDocument {
    const document = new SharedDocument(this.#limits.times);
    this.#sharedDocuments.set(request, document);
    (isSmall ? document.fill(documentStream(this.#sql, read)) : this.#fill(document, read))
      .catch((error: unknown) => document.fail(error))
      .finally(() => {
        if (this.#sharedDocuments.get(request) === document) this.#sharedDocuments.delete(request);
      });
    return document;
  }

  #fill(document: SharedDocument, read: DocumentRead): Promise<void> {
    const { signal } = document;
    const run = () => this.#readers.use(read, { signal, take: (response) => document.fill(response) });
    return this.#documents.add(read.key.projectId, { signal, run });
  }
}
