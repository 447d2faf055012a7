/**
 * Searches the exported bytes for secrets under every policy and mask: agent loops of real clients with a secret in
 * every field.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptureLevel, CapturePolicy } from './capture.ts';
import type { ObserveOptions } from '../observe/observe.ts';
import { recorder } from '../conversation/recorder.ts';
import { plant, PLANTED, runPlanted, SECRETS, type SecretName } from '../testing/planted.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import * as wire from '../testing/wire.ts';

let provider: ReplayServer;
let collector: Server;
let tracing: TracerProvider;
let received: string[] = [];

beforeAll(async () => {
  provider = await startReplayServer();
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
      received.push(bytes.toString('latin1'), plain.toString('utf8'));
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const exporter = new OTLPTraceExporter({ url: collectorUrl('/v1/traces'), compression: 'gzip' as never });
  tracing = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] });
  trace.setGlobalTracerProvider(tracing);
});
afterAll(async () => {
  await tracing.shutdown();
  collector.close();
  await provider.close();
});

const collectorUrl = (path = '') => `http://127.0.0.1:${(collector.address() as AddressInfo).port}${path}`;

/** Everything that was exported while the loops ran. */
async function exported(options: ObserveOptions): Promise<string> {
  received = [];
  provider.reset();
  await runPlanted(provider, options);
  await recorder.flush();
  await tracing.forceFlush();
  expect(received.length).toBeGreaterThan(0);
  return received.join('\n');
}

function found(text: string, held: SecretName): string[] {
  return SECRETS[held].filter((name) => text.includes(plant(name)));
}

/** All planted secrets that were found, with their context. */
function leaks(text: string): string[] {
  return text.match(/.{0,40}planted.{0,40}|.{0,40}4111222233334444/g) ?? [];
}

const KINDS = ['reasoning', 'text', 'arguments', 'results'] as const;

// The order matters: content that one client must not send is withheld on spans of no client, too, from then on.
describe('what is exported', () => {
  it('contains every secret by default, except credentials', async () => {
    const text = await exported({});
    expect(found(text, 'never')).toEqual([]);
    for (const held of [...KINDS, 'any', 'mask'] as const) expect(found(text, held)).toEqual([...SECRETS[held]]);
    expect(text.includes('subtext.withheld')).toBe(false);
  });

  describe.each(['length', 'none'] as const)('with the level %s', (level) => {
    it.each(KINDS)('for %s omits it, its proofs and all errors, which may quote it', async (kind) => {
      const text = await exported({ capture: { [kind]: level } });
      for (const held of [kind, 'any', 'unread', 'never'] as const) expect(found(text, held)).toEqual([]);
      expect(text.includes('subtext.withheld')).toBe(true);
    });
  });

  it('omits all contents, and keeps names and ids, when nothing may be captured', async () => {
    const none = Object.fromEntries(KINDS.map((kind) => [kind, 'none'])) as CapturePolicy;
    const text = await exported({ capture: none });
    for (const held of [...KINDS, 'any', 'unread', 'never'] as const) expect(found(text, held)).toEqual([]);
    expect(found(text, 'mask')).toEqual(SECRETS.mask.filter((name) => name !== 'error-type'));
  });

  it.each([
    ['an unknown level', { text: 'None' as CaptureLevel, reasoning: false as never, arguments: 'no', results: null }],
    ['a word in place of the policy', 'none'],
  ])('omits all contents for %s', async (_, capture) => {
    const text = await exported({ capture: capture as CapturePolicy });
    for (const held of [...KINDS, 'any', 'unread', 'never'] as const) expect(found(text, held)).toEqual([]);
  });

  it('omits what a mask removes, in every field, and keeps the rest', async () => {
    const text = await exported({
      mask: (value) =>
        value.replaceAll(PLANTED, '•').replaceAll('4111222233334444', '•').replaceAll('"planted"\nsecret', '•'),
    });
    expect(leaks(text)).toEqual([]);
    for (const name of ['•thought', '•question', '•argument-key', 'chat •model', 'execute_tool •tool-name']) {
      expect(text.includes(name)).toBe(true);
    }
    // Different ids stay different and equal ids equal, under other names.
    expect(/masked_[0-9a-f-]{36}/.test(text)).toBe(true);
  });

  it('drops a proof that a mask would change, and keeps one that it does not', async () => {
    const places = new Set<string>();
    const text = await exported({
      mask: (value, where) => {
        if (where === 'signature') places.add(value);
        return where === 'signature' && value.includes('encrypted') ? 'changed' : value;
      },
    });
    expect([...places].join()).toContain(`${PLANTED}signature`);
    expect(text.includes(`${PLANTED}signature`)).toBe(true);
    expect(text.includes(`${PLANTED}encrypted`)).toBe(false);
    expect(text.includes('changed')).toBe(false);
  });

  it.each<[string, () => unknown]>([
    ['throws', () => raise()],
    ['returns nothing', () => undefined],
    ['returns a number', () => 42],
    ['returns an object that reads as its secret', () => ({ toString: () => `${PLANTED}thought` })],
    ['returns a promise', () => Promise.resolve(`${PLANTED}thought`)],
    ['returns a promise that fails', () => Promise.reject(new Error(`${PLANTED}thought`))],
    ['is no function', null as never],
  ])('omits everything when the mask %s', async (_, mask) => {
    const text = await exported({ mask: (mask ?? 'mask') as never });
    expect(leaks(text)).toEqual([]);
    expect(text.includes('subtext.withheld')).toBe(true);
  });
});

it('omits the command line of the process', async () => {
  received = [];
  const model = await startReplayServer();
  model.route(() => wire.chat({ text: 'Hello.' }));
  const { PATH = '' } = process.env;
  const env = { PATH, PROVIDER_URL: model.url, SUBTEXT_URL: collectorUrl(), APP_END: 'naturally' };
  const app = join(import.meta.dirname, '../testing/observed-app.ts');
  const child = spawn(process.execPath, [app, `--api-key=${PLANTED}argument`], { env, stdio: 'ignore' });
  await once(child, 'close');
  await model.close();
  expect(received.join('')).toContain('chat test-model');
  expect(received.join('')).not.toContain(PLANTED);
});

function raise(): never {
  throw new Error(`${PLANTED}thought`);
}
