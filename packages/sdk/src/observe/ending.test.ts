/**
 * The end of a process is delayed for a bounded time in every case, happens as it would without the SDK, and reports
 * what was not sent.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS, type Backend } from '../testing/backends.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import * as wire from '../testing/wire.ts';

const APP = join(import.meta.dirname, '../testing/ending-app.ts');
/**
 * Promised are at most 2 s more than without the SDK; twice that, since all of a loaded machine's delays count here. It
 * was 5 to 72 s.
 */
const MAX_HELD_MS = 4_000;
const MANY_CALLS = 1_500;
const SLOW_MS = 120_000;
const AWAY = ['refusing', 'silent', 'slow', 'dribbling', '401', '503 for a second', '503 for a minute'] as const;
const ENDINGS = ['naturally', 'throw', 'reject', 'exit', 'signal', 'handler'] as const;
let provider: ReplayServer;

beforeAll(async () => {
  provider = await startReplayServer();
  provider.route(() => wire.chat({ text: 'Hello.' }));
});
afterAll(() => provider.close());

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Milliseconds from the end of its own work. */
  held: number;
  /** Without what the SDK says. */
  output: string;
  /** What the SDK says. */
  reports: string[];
}

async function run(end: string, env: Record<string, string>): Promise<Ended> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [APP], { env: { PATH, PROVIDER_URL: provider.url, APP_END: end, ...env } });
  let output = '';
  let doneAt = 0;
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
    if (doneAt > 0 || !output.includes('done\n')) return;
    doneAt = performance.now();
    if (end === 'signal' || end === 'handler') child.kill('SIGTERM');
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.on('close', (...how) => resolve(how)),
  );
  if (doneAt === 0) throw new Error(`the application did not come to its end: ${output}`);
  const lines = output.split('\n');
  const isOurs = (line: string) => line.startsWith('[subtext]');
  return {
    code,
    signal,
    held: performance.now() - doneAt,
    output: lines.filter((line) => !isOurs(line)).join('\n'),
    reports: lines.filter(isOurs),
  };
}

/** How the application ends without us, by its ending and its calls. */
const bareRuns = new Map<string, Promise<Ended>>();

/** The same application, with and without us. */
async function runBoth(
  end: string,
  calls: number,
  env: Record<string, string>,
): Promise<{ bare: Ended; observed: Ended }> {
  const APP_CALLS = String(calls);
  const key = `${end} ${APP_CALLS}`;
  const bare = bareRuns.get(key) ?? run(end, { APP_CALLS });
  bareRuns.set(key, bare);
  return { bare: await bare, observed: await run(end, { APP_CALLS, APP_OBSERVED: 'yes', ...env }) };
}

const asEnded = ({ code, signal, output }: Ended) => ({ code, signal, output });

/** Spans that a backend has stored. */
function stored({ accepted }: Backend): number {
  return accepted.reduce((total, body) => total + body.toString('latin1').split('chat test-model').length - 1, 0);
}

/** What the last line counts: spans, and calls that were not read, each of which is one. */
function counted({ reports }: Ended): number {
  const report = reports.findLast((line) => line.includes('could not be delivered')) ?? '';
  const numbers = [...report.matchAll(/([\d,]+) (?:span|model call)s?\b/g)].map(([, number = '']) => number);
  return numbers.reduce((total, number) => total + Number(number.replaceAll(',', '')), 0);
}

describe('with 1,500 calls waiting', () => {
  it.each([
    ...AWAY.map((name) => ['naturally', name] as const),
    ['throw', 'refusing'],
    ['throw', 'silent'],
    ['throw', '401'],
    ['exit', 'silent'],
    ['signal', 'silent'],
  ] as const)(
    'an application that ends (%s) with a backend that is %s is held 2 s at most, and all of them are counted',
    async (end, name) => {
      const backend = await BACKENDS[name]();
      const { bare, observed } = await runBoth(end, MANY_CALLS, { SUBTEXT_URL: backend.url });
      backend.close();
      console.log(`${name}, ${end}: held ${Math.round(observed.held)} ms, without the SDK ${Math.round(bare.held)} ms`);
      expect(asEnded(observed)).toEqual(asEnded(bare));
      expect(observed.held - bare.held).toBeLessThan(MAX_HELD_MS);
      expect(counted(observed)).toBe(MANY_CALLS);
      expect(observed.reports.at(-1)).toContain(
        `could not be delivered to ${backend.url}/v1/traces within 2 s of exit`,
      );
    },
    SLOW_MS,
  );
});

describe('with a backend that is well', () => {
  // On a machine that has no time for it within 2 s, spans are lost; then they are counted.
  const options = { timeout: SLOW_MS, retry: 2 };

  it.each(ENDINGS)('an application that ends (%s) loses nothing, and ends as it would', options, async (end) => {
    const backend = await BACKENDS.healthy();
    const { bare, observed } = await runBoth(end, 100, { SUBTEXT_URL: backend.url, APP_LOADS_FIRST: 'yes' });
    backend.close();
    expect(asEnded(observed)).toEqual(asEnded(bare));
    expect([stored(backend), observed.reports]).toEqual([100, []]);
  });

  it.each(ENDINGS)('and a second away, an application that ends (%s) loses nothing unsaid', options, async (end) => {
    const backend = await BACKENDS['a second away']();
    const { bare, observed } = await runBoth(end, 100, { SUBTEXT_URL: backend.url, APP_LOADS_FIRST: 'yes' });
    backend.close();
    expect(asEnded(observed)).toEqual(asEnded(bare));
    // What was stored while the answer came too late is counted, too.
    expect(stored(backend) + counted(observed)).toBeGreaterThanOrEqual(100);
    if (end === 'naturally') expect(observed.reports).toEqual([]);
  });
});

describe('an application', () => {
  it(
    'that fails before OpenTelemetry is loaded sends what it can, and counts the rest',
    async () => {
      const backend = await BACKENDS.healthy();
      const { bare, observed } = await runBoth('throw', 1, { SUBTEXT_URL: backend.url });
      backend.close();
      expect(asEnded(observed)).toEqual(asEnded(bare));
      expect(stored(backend) + counted(observed)).toBe(1);
    },
    SLOW_MS,
  );

  it.each(['flush', 'shutdown'])(
    'that waits for %s() is not held longer than it asked for, and for its end',
    async (end) => {
      const backend = await BACKENDS.silent();
      const env = { APP_CALLS: '100', APP_OBSERVED: 'yes', SUBTEXT_URL: backend.url };
      const ended = await run(end, env);
      backend.close();
      expect(ended).toMatchObject({ code: 0, output: 'done\n' });
      expect(ended.held).toBeLessThan(500 + MAX_HELD_MS);
      expect(counted(ended)).toBe(100);
    },
    SLOW_MS,
  );

  it.each(['http/protobuf', 'http/json'])(
    'that names its backend by the standard variables, over %s, is held 2 s at most',
    async (OTEL_EXPORTER_OTLP_PROTOCOL) => {
      const backend = await BACKENDS.silent();
      const standard = { OTEL_EXPORTER_OTLP_ENDPOINT: backend.url, OTEL_EXPORTER_OTLP_PROTOCOL };
      const { bare, observed } = await runBoth('naturally', 100, standard);
      backend.close();
      expect(asEnded(observed)).toEqual(asEnded(bare));
      expect(observed.held - bare.held).toBeLessThan(MAX_HELD_MS);
      expect(counted(observed)).toBe(100);
    },
    SLOW_MS,
  );

  it(
    'with a tracer provider of its own is held 2 s at most, and its provider is not shut down',
    async () => {
      const backend = await BACKENDS.silent();
      const { bare, observed } = await runBoth('naturally', 100, { APP_EXPORTER_URL: `${backend.url}/v1/traces` });
      backend.close();
      expect(asEnded(observed)).toEqual(asEnded(bare));
      expect(observed.held - bare.held).toBeLessThan(MAX_HELD_MS);
    },
    SLOW_MS,
  );
});
