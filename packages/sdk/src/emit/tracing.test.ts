/** An application without OpenTelemetry: its spans reach Subtext automatically, however the process ends. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { spansIn } from '../testing/received-spans.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import * as wire from '../testing/wire.ts';

const APP = join(import.meta.dirname, '../testing/observed-app.ts');
const OWN_PROVIDER_APP = join(import.meta.dirname, '../testing/own-provider-app.ts');
const OLDER_API_APP = join(import.meta.dirname, '../testing/older-api-app.ts');
let provider: ReplayServer;
let subtext: ReplayServer;

beforeAll(async () => {
  [provider, subtext] = [await startReplayServer(), await startReplayServer()];
  provider.route(() => wire.chat({ text: 'Hello.', tools: [{ id: 'call_1', name: 'look', arguments: {} }] }));
});
beforeEach(() => {
  subtext.reset();
  subtext.route(() => ({ headers: { 'content-type': 'application/x-protobuf' } }));
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

/** Runs the application; `answered` is called when it has its answer. */
async function run(
  env: Record<string, string>,
  answered: (kill: (signal: NodeJS.Signals) => void) => void = () => undefined,
  app = APP,
): Promise<Ended> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [app], { env: { PATH, PROVIDER_URL: provider.url, ...env } });
  let output = '';
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
    if (String(chunk).includes('chatcmpl-test')) answered((signal) => child.kill(signal));
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.on('close', (...how) => resolve(how)),
  );
  return { code, signal, output };
}

const target = () => ({ SUBTEXT_URL: subtext.url, SUBTEXT_API_KEY: 'sbtx_live_test' });
const received = () => subtext.requests.map((request) => request.body).join('');

describe('an application without OpenTelemetry', () => {
  it('sends its spans, and nothing but spans, before it ends', async () => {
    const ended = await run({ ...target(), APP_END: 'naturally' });
    expect(ended).toEqual({ code: 0, signal: null, output: 'chatcmpl-test\n' });
    expect(new Set(subtext.requests.map((request) => `${request.method} ${request.url}`))).toEqual(
      new Set(['POST /v1/traces']),
    );
    expect(subtext.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer sbtx_live_test',
      'content-type': 'application/x-protobuf',
    });
    expect(received()).toContain('chat test-model');
    expect(received()).toContain('execute_tool look');
  });

  it('ends although an answer was left unread, and records it', async () => {
    const ended = await run({ ...target(), APP_END: 'naturally', APP_LEAVES_UNREAD: 'yes' });
    expect(ended).toEqual({ code: 0, signal: null, output: 'chatcmpl-test\n' });
    expect(received()).toContain('chat unread-model');
  });

  it('sends them on a signal, and ends by that signal', async () => {
    const ended = await run(target(), (kill) => kill('SIGTERM'));
    expect([ended.code, ended.signal]).toEqual([null, 'SIGTERM']);
    expect(received()).toContain('chat test-model');
  });

  it('keeps its own way of stopping', async () => {
    const ended = await run({ ...target(), APP_END: 'own listener' }, (kill) => kill('SIGTERM'));
    expect(ended).toEqual({ code: 0, signal: null, output: 'chatcmpl-test\nclosing\n' });
    expect(received()).toContain('chat test-model');
  });

  it('gets one warning, with what to do, when nothing listens', async () => {
    const ended = await run({ SUBTEXT_URL: 'http://127.0.0.1:1', APP_END: 'naturally' });
    expect(ended.code).toBe(0);
    expect(ended.output.match(/\[subtext\]/g)).toHaveLength(1);
    expect(ended.output).toMatch(/could not be delivered to http:\/\/127\.0\.0\.1:1\/v1\/traces.*npm start/);
  });

  it('gets a warning that names the variable when its key is refused', async () => {
    subtext.route(() => ({ status: 401 }));
    const ended = await run({ ...target(), APP_END: 'naturally' });
    expect(ended.output).toMatch(/SUBTEXT_API_KEY/);
  });

  it('gets a warning that Subtext is running when it cannot store now', async () => {
    subtext.route(() => ({ status: 503 }));
    const ended = await run({ ...target(), APP_END: 'naturally' });
    expect(ended.output).toMatch(/It is there but cannot store them now/);
    expect(ended.output).not.toMatch(/npm start/);
  });

  it.each([
    ['SUBTEXT_URL', 'localhost:4318'],
    ['SUBTEXT_API_KEY', 'sbtx_live_…'],
  ])('gets a warning that names the variable when %s is %j', async (name, value) => {
    const ended = await run({ ...target(), [name]: value, APP_END: 'naturally' });
    expect(ended).toMatchObject({ code: 0, signal: null });
    expect(ended.output.match(/\[subtext\]/g)).toHaveLength(1);
    expect(ended.output).toMatch(new RegExp(`nothing is recorded.*${name}`));
  });

  it('accepts the URL that a screen shows', async () => {
    await run({ ...target(), SUBTEXT_URL: `${subtext.url}/v1/traces`, APP_END: 'naturally' });
    expect(subtext.requests.map((request) => request.url)).toEqual(['/v1/traces']);
  });

  it("uses the standard variables when Subtext's is absent or empty", async () => {
    const ended = await run({
      SUBTEXT_URL: '',
      OTEL_EXPORTER_OTLP_ENDPOINT: subtext.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20sbtx_live_other',
      OTEL_SERVICE_NAME: 'shop',
      APP_END: 'naturally',
    });
    expect(ended.code).toBe(0);
    expect(subtext.requests.map((request) => request.url)).toEqual(['/v1/traces']);
    expect(subtext.requests[0]?.headers.authorization).toBe('Bearer sbtx_live_other');
    expect(received()).toContain('shop');
  });

  it('can be switched off', async () => {
    const ended = await run({ ...target(), OTEL_SDK_DISABLED: 'true', APP_END: 'naturally' });
    expect(ended).toEqual({ code: 0, signal: null, output: 'chatcmpl-test\n' });
    expect(subtext.requests).toEqual([]);
  });
});

describe('an application with its own tracer provider', () => {
  const runOwn = (env: Record<string, string>) => run(env, undefined, OWN_PROVIDER_APP);
  /** Ids as protobuf has them. */
  const sent = () => subtext.requests.map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join('');

  it('and with a key sends its model calls to Subtext, under its own span, and only there', async () => {
    const { code, output } = await runOwn(target());
    const [ids = '', exported] = output.trim().split('\n');
    expect([code, exported]).toEqual([0, 'of the app']);
    expect(sent().split('*\u000fchat test-model')).toHaveLength(2);
    for (const id of ids.split(' ')) expect(sent()).toContain(Buffer.from(id, 'hex').toString('latin1'));
    expect(sent()).toContain('execute_tool look');
    expect(sent()).not.toContain('of the app');
  });

  it('and an older API than the SDK has its runs and model calls under its own span, too', async () => {
    const { code, output } = await run(target(), undefined, OLDER_API_APP);
    const [traceId, spanId] = output.trim().split(' ');
    const spans = subtext.requests.flatMap(({ bytes }) => spansIn(bytes));
    const [trip, call] = ['invoke_agent trip', 'chat test-model'].map((name) =>
      spans.find((span) => span.name === name),
    );
    expect(code).toBe(0);
    expect(trip).toMatchObject({ traceId, parentId: spanId });
    expect(call).toMatchObject({ traceId, parentId: trip?.spanId });
  });

  it('and without a key keeps the spans of its model calls', async () => {
    const { code, output } = await runOwn({ SUBTEXT_URL: subtext.url });
    expect(code).toBe(0);
    expect(output.trim().split('\n')[1]?.split(', ').toSorted()).toEqual([
      'chat test-model',
      'execute_tool look',
      'of the app',
    ]);
    expect(sent()).toBe('');
  });

  it('and with a key, but with another receiver in the standard variables, keeps them, too', async () => {
    const { output } = await runOwn({ SUBTEXT_API_KEY: 'sbtx_live_test', OTEL_EXPORTER_OTLP_ENDPOINT: provider.url });
    expect(output).toContain('chat test-model');
  });
});
