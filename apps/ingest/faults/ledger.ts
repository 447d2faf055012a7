/**
 * Senders that record what was acknowledged and retry as exporters do. At the end the record is compared with the
 * stored spans.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { checkSums } from '@subtext/db';
import { jsonRequest } from '../src/testing/otlp-json.ts';
import type { Project, System } from './system.ts';
import { someSpans, type SentSpan } from './traffic.ts';

export interface Totals {
  sent: number;
  acknowledged: number;
  stored: number;
  lost: number;
  doubled: number;
  /** Totals that differ from a recount of the spans, and sums that differ from what was sent. */
  wrongSums: number;
}

const SPANS_PER_REQUEST = 40;
const RETRY_MS = 25;
/** How long exporters wait for a response. */
const PATIENCE_MS = 10_000;
const GIVE_UP_MS = 90_000;
const TRACES = 8;

interface Entry extends SentSpan {
  project: Project;
  acknowledged: boolean;
}

export class Ledger {
  /** Requests so far, by status of the answer; 0 = none, -1 = 200 with a complaint. */
  readonly answers = new Map<number, number>();
  /** Milliseconds of the slowest request that got 200; the measuring code resets it. */
  slowest = 0;
  acknowledgedRequests = 0;
  /** 503 and 429 responses without Retry-After. */
  withoutRetryAfter = 0;
  readonly #system: System;
  readonly #startTimeUnixNano: bigint | undefined;
  readonly #entries = new Map<string, Entry>();
  // Few traces, so that several batches change the same rows.
  readonly #traces = Array.from({ length: TRACES }, () => randomBytes(16).toString('hex'));
  readonly #running: Promise<void>[] = [];
  #stopping = false;

  constructor(system: System, startTimeUnixNano?: bigint) {
    this.#system = system;
    this.#startTimeUnixNano = startTimeUnixNano;
  }

  /** Starts senders that continue until `stop`. */
  start(senders: number): void {
    for (let number = 0; number < senders; number += 1) {
      const run = this.#send(this.#system.projects[number % this.#system.projects.length]!);
      // `stop` awaits it and reports the error.
      run.catch(() => {});
      this.#running.push(run);
    }
  }

  /** Resolves when the requests in progress are acknowledged. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
  }

  /** Resolves when this many more requests are acknowledged. */
  async acknowledges(requests: number): Promise<void> {
    const wanted = this.acknowledgedRequests + requests;
    const deadline = Date.now() + GIVE_UP_MS;
    while (this.acknowledgedRequests < wanted) {
      if (Date.now() > deadline) throw new Error('Nothing is acknowledged any more.');
      await delay(5);
    }
  }

  compare(): Promise<Totals> {
    return compare(this.#system, this.#entries);
  }

  async #send(project: Project): Promise<void> {
    const startTimeUnixNano = this.#startTimeUnixNano;
    const wanted = { traces: this.#traces, count: SPANS_PER_REQUEST, ...(startTimeUnixNano && { startTimeUnixNano }) };
    while (!this.#stopping) {
      const entries = someSpans(wanted).map((span) => ({ ...span, project, acknowledged: false }));
      for (const entry of entries) this.#entries.set(spanKey(entry), entry);
      await this.#sendUntilAcknowledged(entries);
      // Some senders miss the acknowledgment and send again.
      if (randomInt(8) === 0) await this.#sendUntilAcknowledged(entries);
      for (const entry of entries) entry.acknowledged = true;
      this.acknowledgedRequests += 1;
    }
  }

  async #sendUntilAcknowledged(entries: readonly Entry[]): Promise<void> {
    const body = JSON.stringify(jsonRequest(entries.map(({ span }) => span)));
    const deadline = Date.now() + GIVE_UP_MS;
    while (Date.now() < deadline) {
      if ((await this.#sendOnce(entries[0]!.project, body)) === 200) return;
      await delay(RETRY_MS);
    }
    throw new Error(`A request was not acknowledged in ${GIVE_UP_MS / 1000} seconds.`);
  }

  async #sendOnce(project: Project, body: string): Promise<number> {
    const startedAt = performance.now();
    const headers = { 'content-type': 'application/json', 'x-api-key': project.key };
    const request = { method: 'POST', headers, body, signal: AbortSignal.timeout(PATIENCE_MS) };
    const answer = await fetch(`http://127.0.0.1:${this.#system.port}/v1/traces`, request).catch(() => undefined);
    // A response that breaks off does not count.
    const text = await answer?.text().catch(() => undefined);
    const status = answer === undefined || text === undefined ? 0 : answer.status;
    const outcome = status === 200 && text !== '{}' ? -1 : status;
    this.answers.set(outcome, (this.answers.get(outcome) ?? 0) + 1);
    if (status >= 429 && !answer!.headers.has('retry-after')) this.withoutRetryAfter += 1;
    if (status === 200) this.slowest = Math.max(this.slowest, performance.now() - startedAt);
    return status;
  }
}

const spanKey = ({ project, span }: Entry): string => `${project.id}/${span.traceId}/${span.spanId}`;

async function compare({ sql, projects }: System, entries: ReadonlyMap<string, Entry>): Promise<Totals> {
  const rows = await sql<{ key: string }[]>`
    SELECT project_id || '/' || encode(trace_id, 'hex') || '/' || encode(span_id, 'hex') AS key FROM spans`;
  const stored = new Set(rows.map(({ key }) => key));
  const acknowledged = [...entries].filter(([, entry]) => entry.acknowledged);
  const differences = await Promise.all(projects.map(({ id }) => checkSums(sql, id)));
  const expected = new Map<string, number>();
  for (const [key, entry] of entries) if (stored.has(key)) expected.set(entry.counted, entry.outputTokens);
  const wanted = [...expected.values()].reduce((sum, tokens) => sum + tokens, 0);
  const ours = [...new Set([...entries.values()].map(({ project, span }) => `${project.id}/${span.traceId}`))];
  const [sums] = await sql<{ tokens: string }[]>`SELECT coalesce(sum(output_tokens), 0)::text AS tokens FROM traces
    WHERE project_id || '/' || encode(trace_id, 'hex') = ANY (${ours})`;
  return {
    sent: entries.size,
    acknowledged: acknowledged.length,
    stored: [...entries.keys()].filter((key) => stored.has(key)).length,
    lost: acknowledged.filter(([key]) => !stored.has(key)).length,
    doubled: rows.length - stored.size,
    wrongSums: differences.flat().length + (Number(sums!.tokens) === wanted ? 0 : 1),
  };
}
