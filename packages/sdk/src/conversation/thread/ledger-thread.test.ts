/** The thread of the ledger, in separate processes: it loses nothing and does not affect the application. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startReplayServer, type ReplayServer } from '../../testing/replay-server.ts';
import * as wire from '../../testing/wire.ts';

const APP = join(import.meta.dirname, '../../testing/thread-app.ts');
const MODELS = ['first', 'inside', 'second', 'in a run'];
const SLOW_MS = 60_000;
let provider: ReplayServer;
let subtext: ReplayServer;

beforeAll(async () => {
  [provider, subtext] = [await startReplayServer(), await startReplayServer()];
  provider.route(({ body }) =>
    wire.chat(
      body.includes('"first"')
        ? { reasoning: 'I have to look.', text: '', tools: [{ id: 'call_1', name: 'look', arguments: {} }] }
        : { text: 'Hello.' },
    ),
  );
});
beforeEach(() => {
  subtext.reset();
  subtext.route(() => ({ headers: { 'content-type': 'application/json' }, body: '{}' }));
});
afterAll(async () => {
  await provider.close();
  await subtext.close();
});

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

interface How {
  /** Sent when the ledger has moved and all of `MODELS` were called. */
  killedBy?: NodeJS.Signals;
  flags?: string[];
  /** The receiver of the spans. */
  target?: Record<string, string>;
}

/** Runs the application. */
async function run(step: string, { killedBy, flags = [], target }: How = {}): Promise<Ended> {
  const { PATH = '' } = process.env;
  const standard = { OTEL_EXPORTER_OTLP_ENDPOINT: subtext.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
  const env = { PATH, PROVIDER_URL: provider.url, APP_STEP: step, ...(target ?? standard) };
  const child = spawn(process.execPath, [...flags, APP], { env });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  if (killedBy) {
    while (!(await provider.arrival()).body.includes('in a run'));
    child.kill(killedBy);
  }
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.on('close', (...how) => resolve(how)),
  );
  return { code, signal, output };
}

interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: object }[];
}

function sent(): { spans: SentSpan[]; instances: Set<unknown> } {
  const resources = subtext.requests.flatMap(
    ({ body }) => (JSON.parse(body) as { resourceSpans: ResourceSpans[] }).resourceSpans,
  );
  const instance = ({ resource }: ResourceSpans) =>
    JSON.stringify(resource.attributes.find(({ key }) => key === 'service.instance.id')?.value);
  const spans = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  return { spans, instances: new Set(resources.map(instance)) };
}

interface ResourceSpans {
  resource: { attributes: { key: string; value: object }[] };
  scopeSpans: { spans: SentSpan[] }[];
}

const chats = () =>
  sent()
    .spans.map(({ name }) => name)
    .filter((name) => name.startsWith('chat '));

describe('a ledger in its thread', () => {
  it(
    'builds one tree of the spans before and after the move, from both threads, of one service',
    async () => {
      expect(await run('naturally')).toEqual({ code: 0, signal: null, output: 'away: true\n' });
      const { spans, instances } = sent();
      expect(chats().toSorted()).toEqual(MODELS.map((model) => `chat ${model}`).toSorted());
      const of = (name: string) => spans.filter((span) => span.name === name);
      const [[first], [look], [app], [inside], [second], [whole], [inRun]] = [
        of('chat first'),
        of('execute_tool look'),
        of('of the app'),
        of('chat inside'),
        of('chat second'),
        of('invoke_agent run'),
        of('chat in a run'),
      ];
      expect(of('execute_tool look')).toHaveLength(1);
      expect(JSON.stringify(look?.attributes)).toContain('I have to look.');
      expect([look, second].map((span) => span?.parentSpanId)).toEqual([first?.spanId, first?.spanId]);
      expect([app, inside].map((span) => span?.parentSpanId)).toEqual([look?.spanId, app?.spanId]);
      expect(inRun?.parentSpanId).toBe(whole?.spanId);
      expect(new Set([first, look, app, inside, second].map((span) => span?.traceId)).size).toBe(1);
      expect(instances.size).toBe(1);
    },
    SLOW_MS,
  );

  it(
    'sends the same spans to Subtext, where it writes them itself',
    async () => {
      const target = { SUBTEXT_URL: subtext.url, SUBTEXT_API_KEY: 'sbtx_live_of_the_app' };
      expect(await run('naturally', { target })).toEqual({ code: 0, signal: null, output: 'away: true\n' });
      const sent = subtext.requests.map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join('');
      for (const name of [...MODELS.map((model) => `chat ${model}`), 'execute_tool look', 'invoke_agent run']) {
        expect([name, sent.split(`*${String.fromCharCode(name.length)}${name}`).length - 1]).toEqual([name, 1]);
      }
      expect(sent).toContain('I have to look.');
      // Its provider is not registered, so it gets no spans of others.
      expect(sent).not.toContain('of the app');
      expect(new Set(sent.match(/service\.instance\.id..[^a-z]*[0-9a-f-]{36}/gs)).size).toBe(1);
      expect(subtext.requests[0]?.headers).toMatchObject({
        'content-type': 'application/x-protobuf',
        authorization: 'Bearer sbtx_live_of_the_app',
      });
    },
    SLOW_MS,
  );

  it(
    'is started by nothing that the application was started with',
    async () => {
      const flags = ['--import', `data:text/javascript,console.log('loaded')`];
      expect((await run('naturally', { flags })).output).toBe('loaded\naway: true\n');
    },
    SLOW_MS,
  );

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'sends its spans when %s ends the process',
    async (signal) => {
      expect(await run('signal', { killedBy: signal })).toMatchObject({ code: null, signal });
      expect(chats().toSorted()).toEqual(MODELS.map((model) => `chat ${model}`).toSorted());
    },
    SLOW_MS,
  );

  it(
    'has sent all, and is gone, when shutdown() resolves',
    async () => {
      expect(await run('shutdown')).toEqual({ code: 0, signal: null, output: 'away: true\n' });
      expect(chats()).toHaveLength(MODELS.length);
    },
    SLOW_MS,
  );

  it(
    'comes back when a mask appears, and sends nothing unmasked',
    async () => {
      expect(await run('mask')).toEqual({ code: 0, signal: null, output: 'away: true\naway: false\n' });
      expect(chats().toSorted()).toEqual([...MODELS.map((model) => `chat ${model}`), 'chat masked'].toSorted());
      expect(subtext.requests.map(({ body }) => body).join('')).not.toContain('a secret');
    },
    SLOW_MS,
  );
});
