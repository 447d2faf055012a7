/**
 * Every figure of the web process that `/metrics` shows. Labels have few values: no project, no path, no text of users.
 * One object per process: the HTTP server creates it, and Next's bundled copy of these modules finds it on globalThis.
 */
import {
  Counter,
  Gauge,
  Histogram,
  poolGauges,
  processRegistry,
  type PoolFigures,
  type Registry,
} from '@subtext/metrics';
import { ROUTE_CLASSES, type RouteClass } from './route-class.ts';

/** Read at each scrape; each is set by the module that owns the figure. */
export interface WebSources {
  databasePool?: () => PoolFigures;
  liveStreams?: () => number;
  /** Reads of long traces: values and documents together. */
  heavyReads?: () => { running: number; waiting: number };
}

export interface WebMetrics {
  sources: WebSources;
  /** A response has ended; `seconds` since its request, undefined for a stream. */
  answered(answer: { route: RouteClass; status: number; seconds: number | undefined }): void;
  /** The HTTP server refused a request before Next saw it. */
  refused(status: number): void;
  /** The text of `/metrics`. */
  text(): Promise<string>;
}

const holder = globalThis as typeof globalThis & { subtextWebMetrics?: WebMetrics };

export function webMetrics(): WebMetrics {
  return (holder.subtextWebMetrics ??= createWebMetrics());
}

function createWebMetrics(): WebMetrics {
  const register = processRegistry('web');
  const registers = [register];
  const requests = new Counter({
    name: 'subtext_web_requests_total',
    help: 'Requests that have their answer, by kind of route and status of HTTP.',
    labelNames: ['route', 'status'],
    registers,
  });
  for (const route of ROUTE_CLASSES) for (const status of [200, 500]) requests.inc({ route, status }, 0);
  const duration = new Histogram({
    name: 'subtext_web_request_duration_seconds',
    help: 'From the head of a request to the end of its answer; live streams are left out.',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const refusals = new Counter({
    name: 'subtext_web_requests_refused_total',
    help: 'Requests that were refused before anything of them was kept, by status of HTTP.',
    labelNames: ['status'],
    registers,
  });
  for (const status of [405, 413, 429, 503]) refusals.inc({ status }, 0);
  const look = sourceGauges(register);
  const sources: WebSources = {};
  return {
    sources,
    answered({ route, status, seconds }) {
      requests.inc({ route, status });
      if (seconds !== undefined) duration.observe({ route }, seconds);
    },
    refused: (status) => refusals.inc({ status }),
    text() {
      look(sources);
      return register.metrics();
    },
  };
}

function sourceGauges(register: Registry): (sources: WebSources) => void {
  const gauge = (name: string, help: string) => new Gauge({ name: `subtext_web_${name}`, help, registers: [register] });
  const streams = gauge('live_streams', 'Live streams that are open.');
  const running = gauge('heavy_reads_running', 'Reads and exports of large traces that are running.');
  const waiting = gauge('heavy_reads_waiting', 'Reads and exports of large traces that wait in a queue.');
  const pool = poolGauges(register, 'web');
  return ({ liveStreams, heavyReads, databasePool }) => {
    const heavy = heavyReads?.();
    streams.set(liveStreams?.() ?? 0);
    running.set(heavy?.running ?? 0);
    waiting.set(heavy?.waiting ?? 0);
    pool('sql', databasePool?.() ?? { size: 0, inUse: 0, waiting: 0 });
  };
}
