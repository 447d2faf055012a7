// Sends spans by OTLP, in batches. Each waits for the answer to the one before, so the memory is bounded.
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Receiver } from '../api/receiver.ts';
import { Failure } from '../failure.ts';
import { keyValues } from './otlp-values.ts';
import type { ImportedSpan } from './spans.ts';

const SCOPE = JSON.stringify({ name: '@subtext/import' });
const BATCH_SPANS = 200;
/** In characters. */
const BATCH_SIZE = 2_000_000;
const MAX_ATTEMPTS = 8;
/** When the receiver does not say how long to wait. */
const PAUSE_MS = 2_000;

export type Signal = 'traces' | 'logs';

/** A span or a log record as JSON text, with where it comes from. */
export interface OtlpRecord {
  signal: Signal;
  /** Attributes of the resource, and the scope, in OTLP's JSON. */
  resource: string;
  scope: string;
  record: string;
}

const NAMES = {
  traces: { resources: 'resourceSpans', scopes: 'scopeSpans', records: 'spans', rejected: 'rejectedSpans' },
  logs: { resources: 'resourceLogs', scopes: 'scopeLogs', records: 'logRecords', rejected: 'rejectedLogRecords' },
} as const;

export class OtlpSender {
  readonly #receiver: Receiver;
  #batch: OtlpRecord[] = [];
  #size = 0;
  /** Spans and log records that the receiver could not store. */
  rejected = 0;

  constructor(receiver: Receiver) {
    this.#receiver = receiver;
  }

  add(record: OtlpRecord): void {
    this.#batch.push(record);
    this.#size += record.record.length;
  }

  get isFull(): boolean {
    return this.#batch.length >= BATCH_SPANS || this.#size >= BATCH_SIZE;
  }

  async flush(): Promise<void> {
    const batch = this.#batch;
    [this.#batch, this.#size] = [[], 0];
    for (const [signal, records] of Map.groupBy(batch, (record) => record.signal)) await this.#send(signal, records);
  }

  async #send(signal: Signal, batch: readonly OtlpRecord[]): Promise<void> {
    const response = await post(this.#receiver, signal, await promisify(gzip)(bodyOf(signal, batch)));
    if (response.status === 413 && batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await response.body?.cancel();
      await this.#send(signal, batch.slice(0, half));
      return await this.#send(signal, batch.slice(half));
    }
    if (response.status === 413) this.rejected += 1;
    else this.rejected += await rejectedIn(signal, response);
  }
}

/** Neighbors of one resource and scope share them. */
function bodyOf(signal: Signal, batch: readonly OtlpRecord[]): string {
  const { resources, scopes, records } = NAMES[signal];
  const groups: { resource: string; scope: string; texts: string[] }[] = [];
  for (const { resource, scope, record } of batch) {
    const last = groups.at(-1);
    if (last?.resource === resource && last.scope === scope) last.texts.push(record);
    else groups.push({ resource, scope, texts: [record] });
  }
  const written = groups.map(
    ({ resource, scope, texts }) =>
      `{"resource":{"attributes":${resource}},"${scopes}":[{"scope":${scope},"${records}":[${texts.join(',')}]}]}`,
  );
  return `{"${resources}":[${written.join(',')}]}`;
}

/** A log record of a trace. */
export interface ImportedLog {
  traceId: string;
  spanId: string | undefined;
  eventName: string;
  /** Unix milliseconds. */
  at: number;
  attributes: ImportedSpan['attributes'];
}

/** Sends the spans and log records of one service. */
export class SpanSender extends OtlpSender {
  readonly #resource: string;

  constructor(receiver: Receiver, service: string) {
    super(receiver);
    this.#resource = JSON.stringify([{ key: 'service.name', value: { stringValue: service } }]);
  }

  addSpan(span: ImportedSpan): void {
    const record = JSON.stringify(otlpSpan(span));
    this.add({ signal: 'traces', resource: this.#resource, scope: SCOPE, record });
  }

  addLog({ at, attributes, ...log }: ImportedLog): void {
    const record = JSON.stringify({ ...log, timeUnixNano: nanoseconds(at), attributes: keyValues(attributes) });
    this.add({ signal: 'logs', resource: this.#resource, scope: SCOPE, record });
  }
}

async function post({ url, key }: Receiver, signal: Signal, body: Buffer<ArrayBuffer>): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    authorization: `Bearer ${key}`,
  };
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${url}/v1/${signal}`, { method: 'POST', headers, body, redirect: 'error' }).catch(
      (cause: unknown) => unreachable(url, cause),
    );
    if (response.ok || response.status === 413) return response;
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || attempt >= MAX_ATTEMPTS) throw await refusal(url, response);
    await response.body?.cancel();
    await wait(Number(response.headers.get('retry-after')) * 1000 || PAUSE_MS);
  }
}

function unreachable(url: string, cause: unknown): never {
  const { code, message } = ((cause as Error).cause ?? cause) as NodeJS.ErrnoException;
  throw new Failure(
    `Ingest at ${url} cannot be reached (${code ?? message}). Is Subtext running? --to sets its address.`,
  );
}

async function refusal(url: string, response: Response): Promise<Failure> {
  const said = (await response.text()).slice(0, 300);
  if (response.status === 401 || response.status === 403)
    return new Failure(`Ingest at ${url} refused the key: set SUBTEXT_API_KEY to one with the scope "ingest". ${said}`);
  return new Failure(`Ingest at ${url} answered ${response.status}: ${said}`);
}

async function rejectedIn(signal: Signal, response: Response): Promise<number> {
  const { partialSuccess } = (await response.json().catch(() => ({}))) as {
    partialSuccess?: Record<string, number | string>;
  };
  return Number(partialSuccess?.[NAMES[signal].rejected] ?? 0);
}

/** In OTLP, `CLIENT` is 3 and `INTERNAL` is 1, and the status `ERROR` is 2. */
function otlpSpan({ startedAt, endedAt, attributes, hasFailed, ...ids }: ImportedSpan): object {
  return {
    ...ids,
    kind: ids.name.startsWith('chat') ? 3 : 1,
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: keyValues(attributes),
    ...(hasFailed && { status: { code: 2, message: 'tool_error' } }),
  };
}

const nanoseconds = (milliseconds: number): string => `${Math.round(milliseconds * 1000)}000`;
