/**
 * Every figure of ingest that `/metrics` shows, and where it is counted. Labels have few values: no project, no name,
 * no text of users. Counts are made in the thread that takes requests, so that one that ends takes none of them along.
 */
import { evidenceBacklog, poolState, type PoolState, type Sql } from '@subtext/db';
import { Counter, Gauge, Histogram, poolGauges, processRegistry, type Registry } from '@subtext/metrics';
import { ERRORS } from '../errors.ts';
import type { CheckOutcome } from '../evidence/index.ts';
import type { Exporter } from '../exporter/index.ts';
import type { MeasuredBudget } from '../receive/memory-budget.ts';
import type { Observation, Observe, RejectionReason } from './observation.ts';
import { QUARANTINE_KINDS } from '../quarantine/quarantine-reason.ts';

export interface IngestMetrics {
  observe: Observe;
  /** One request to a path of OTLP has its answer; `status` as its transport has it, `seconds` since it came. */
  request(answer: { transport: 'http' | 'grpc'; status: number; seconds: number }): void;
  /** A trace was checked, or could not be. */
  checked(outcome: Pick<CheckOutcome, 'outcome' | 'seconds'>): void;
  /** The text of `/metrics`. */
  text(sources: MetricsSources): Promise<string>;
}

/** Read at each scrape. */
export interface MetricsSources {
  exporter: Exporter;
  budget: MeasuredBudget;
  queueSpans: number;
  /** The connections of everything but storing. */
  sql: Sql;
}

export function ingestMetrics(): IngestMetrics {
  const register = processRegistry('ingest');
  const requests = requestMetrics(register);
  const items = itemMetrics(register);
  const batches = batchMetrics(register);
  const states = stateMetrics(register);
  const checked = checkMetrics(register);
  return {
    request({ transport, status, seconds }) {
      requests.total.inc({ transport, status });
      requests.duration.observe({ transport }, seconds);
    },
    observe(observation) {
      if (observation.type === 'committed') batches(observation.commit);
      items(observation);
    },
    checked,
    async text(sources) {
      await states(sources);
      return register.metrics();
    },
  };
}

function requestMetrics(register: Registry) {
  const registers = [register];
  const total = new Counter({
    name: 'subtext_ingest_requests_total',
    help: 'Export requests that have their answer, by status: of HTTP, or of gRPC (0 = OK).',
    labelNames: ['transport', 'status'],
    registers,
  });
  const statuses = new Set([200, ...Object.values(ERRORS).map(({ status }) => status)]);
  for (const status of statuses) total.inc({ transport: 'http', status }, 0);
  const codes = new Set([0, ...Object.values(ERRORS).map(({ code }) => code)]);
  for (const status of codes) total.inc({ transport: 'grpc', status }, 0);
  const duration = new Histogram({
    name: 'subtext_ingest_request_duration_seconds',
    help: 'From the headers of an export request to its answer, which comes after the commit.',
    labelNames: ['transport'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  return { total, duration };
}

const KINDS = ['span', 'log_record'] as const;
const REJECTION_REASONS: readonly RejectionReason[] = [
  'no_trace',
  'queue_full',
  'project_too_fast',
  'database_unavailable',
];

/** The four counters are disjoint: together they are all spans and log records of requests that could be decoded. */
const ITEM_COUNTERS = {
  committed: {
    name: 'accepted',
    help: 'Spans and log records that were committed and are new, or newer than what was stored of a span without an end.',
    reasons: [],
  },
  duplicates: {
    name: 'duplicate',
    help: 'Spans and log records that were acknowledged although nothing changed: they had been stored before.',
    reasons: [],
  },
  quarantined: {
    name: 'quarantined',
    help: 'Spans and log records that cannot be stored and were put in quarantine.',
    reasons: QUARANTINE_KINDS,
  },
  rejected: {
    name: 'rejected',
    help: 'Spans and log records that were neither stored nor quarantined; their sender got an error.',
    reasons: REJECTION_REASONS,
  },
} as const satisfies Record<Observation['type'], { name: string; help: string; reasons: readonly string[] }>;

function itemMetrics(register: Registry): Observe {
  const counters = new Map(
    Object.entries(ITEM_COUNTERS).map(([type, { name, help, reasons }]) => {
      const labelNames = reasons.length > 0 ? ['kind', 'reason'] : ['kind'];
      const registers = [register];
      const counter = new Counter({ name: `subtext_ingest_spans_${name}_total`, help, labelNames, registers });
      // A series that is there from the start has no first step that rate() would miss.
      for (const kind of KINDS) {
        for (const reason of reasons) counter.inc({ kind, reason }, 0);
        if (reasons.length === 0) counter.inc({ kind }, 0);
      }
      return [type, counter as Counter<string>];
    }),
  );
  return (observation) => {
    const items = observation.type === 'committed' ? observation.commit.stored : observation.items;
    const labels = 'reason' in observation ? { reason: observation.reason } : {};
    const counter = counters.get(observation.type)!;
    if (items.spans > 0) counter.inc({ kind: 'span', ...labels }, items.spans);
    if (items.logRecords > 0) counter.inc({ kind: 'log_record', ...labels }, items.logRecords);
  };
}

function batchMetrics(register: Registry): (commit: { items: number; seconds: number }) => void {
  const seconds = new Histogram({
    name: 'subtext_ingest_commit_duration_seconds',
    help: 'One transaction that stores spans, from its begin to its commit.',
    buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  const size = new Histogram({
    name: 'subtext_ingest_batch_spans',
    help: 'Spans and log records in one transaction; 1,000 is the limit.',
    buckets: [1, 5, 10, 25, 50, 100, 250, 500, 1_000],
    registers: [register],
  });
  return (commit) => {
    seconds.observe(commit.seconds);
    size.observe(commit.items);
  };
}

function checkMetrics(register: Registry): IngestMetrics['checked'] {
  const seconds = new Histogram({
    name: 'subtext_ingest_check_duration_seconds',
    help: 'Reading, checking and saving one trace in the background; failed ones are tried again.',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60],
    registers: [register],
  });
  for (const outcome of ['checked', 'failed'] as const) seconds.zero({ outcome });
  return (one) => seconds.observe({ outcome: one.outcome }, one.seconds);
}

function stateMetrics(register: Registry): (sources: MetricsSources) => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `subtext_ingest_${name}`, help, labelNames, registers: [register] });
  const queue = {
    spans: gauge('queue_spans', 'Spans and log records that wait for the database or are being written.'),
    limit: gauge('queue_limit_spans', 'How many may; more are answered 503.'),
    bytes: gauge('queue_bytes', 'Bytes of requests that are being received, read, or wait for their commit.'),
    bytesLimit: gauge('queue_limit_bytes', 'How many may be held; more are answered 503.'),
  };
  const checks = {
    due: gauge(
      'checks_due_traces',
      'Traces that wait to be checked, or are being checked; at most 100,000 are counted.',
    ),
    oldest: gauge('checks_oldest_due_seconds', 'Since when the first of them waits; 0 = none does.'),
  };
  const pool = poolGauges(register, 'ingest');
  const threads = {
    delay: gauge(
      'thread_event_loop_delay_max_seconds',
      'Longest delay since the last scrape, of a thread that reads and stores.',
      ['thread'],
    ),
    heap: gauge('thread_heap_used_bytes', 'Heap in use, of a thread that reads and stores.', ['thread']),
  };
  return async ({ exporter, budget, queueSpans, sql }) => {
    const figures = await exporter.figures();
    queue.spans.set(figures.reduce((sum, { queuedSpans }) => sum + queuedSpans, 0));
    queue.limit.set(queueSpans);
    queue.bytes.set(budget.used);
    queue.bytesLimit.set(budget.limit);
    const backlog = await evidenceBacklog(sql);
    checks.due.set(backlog.due);
    checks.oldest.set(backlog.oldestSeconds);
    pool('other', poolState(sql));
    pool('store', sumOf(figures.map((one) => one.pool)));
    figures.forEach(({ thread }, index) => {
      if (thread === undefined) return;
      threads.delay.set({ thread: index + 1 }, thread.eventLoopDelay);
      threads.heap.set({ thread: index + 1 }, thread.heapUsedBytes);
    });
  };
}

const sumOf = (pools: readonly PoolState[]): PoolState =>
  pools.reduce(
    (sum, { size, inUse, waiting }) => ({
      size: sum.size + size,
      inUse: sum.inUse + inUse,
      waiting: sum.waiting + waiting,
    }),
    { size: 0, inUse: 0, waiting: 0 },
  );
