/** Which clients are recognized, that the observed client behaves the same, and that no call counts twice. */
import Anthropic from '@anthropic-ai/sdk';
import { SpanKind } from '@opentelemetry/api';
import OpenAI, { AzureOpenAI } from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { observe } from '../observe/observe.ts';
import { CHAT, CLAUDE_THOUGHT, MESSAGE, THOUGHT } from '../testing/callers.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans } from '../testing/spans.ts';
import * as wire from '../testing/wire.ts';

const spans = collectSpans();
let server: ReplayServer;

beforeAll(async () => {
  server = await startReplayServer();
});
afterEach(async () => {
  server.reset();
  await spans.clear();
});
afterAll(() => server.close());

/** Loses its extra constructor argument when copied, as subclasses of older clients do. */
class TenantClient extends OpenAI {
  tenant: string;

  constructor(options: { baseURL: string; apiKey: string; fetch?: typeof fetch }, tenant = 'nobody') {
    super(options);
    this.tenant = tenant;
  }
}

describe('observe()', () => {
  it('gives a copy of an OpenAI client and leaves the client itself alone', async () => {
    server.next(wire.chat(THOUGHT), wire.chat(THOUGHT));
    const bare = new OpenAI({
      apiKey: 'k',
      baseURL: `${server.url}/v1`,
      maxRetries: 5,
      timeout: 1234,
      defaultHeaders: { 'x-team': 'a' },
    });
    const observed = observe(bare);
    expect(observed).toBeInstanceOf(OpenAI);
    expect([observed.maxRetries, observed.timeout, observed.baseURL]).toEqual([5, 1234, `${server.url}/v1`]);
    await bare.chat.completions.create(CHAT);
    expect(await spans.now()).toEqual([]);
    await observed.chat.completions.create(CHAT);
    expect(await spans.now()).toHaveLength(1);
    expect(server.requests[1]?.headers['x-team']).toBe('a');
  });

  it('keeps the api version and deployment of Azure', async () => {
    server.next(wire.chat(THOUGHT));
    const options = { apiKey: 'k', baseURL: `${server.url}/openai`, apiVersion: '2026-01-01', deployment: 'prod' };
    const azure = observe(new AzureOpenAI(options));
    expect(azure).toBeInstanceOf(AzureOpenAI);
    await azure.chat.completions.create(CHAT);
    expect(server.requests[0]?.url).toBe('/openai/deployments/prod/chat/completions?api-version=2026-01-01');
    expect(await spans.now()).toHaveLength(1);
  });

  it('keeps unset defaults of the Anthropic client: it refuses a long call that is not streamed', async () => {
    const make = () => new Anthropic({ apiKey: 'k', baseURL: server.url, openTelemetry: false });
    const long = { ...MESSAGE, max_tokens: 128_000 };
    expect(() => make().messages.create(long)).toThrow('Streaming is required');
    expect(() => observe(make()).messages.create(long)).toThrow('Streaming is required');
  });

  it('observes a client in place when a copy would lose state', async () => {
    server.next(wire.chat(THOUGHT));
    const client = new TenantClient({ apiKey: 'k', baseURL: `${server.url}/v1` }, 'acme');
    const observed = observe(client);
    expect(observed.tenant).toBe('acme');
    await observed.chat.completions.create(CHAT);
    expect(await spans.now()).toHaveLength(1);
  });

  it('observes a patched client in place', async () => {
    server.next(wire.chat(THOUGHT));
    const client = new OpenAI({ apiKey: 'k', baseURL: `${server.url}/v1` });
    const patched = vi.spyOn(client.chat.completions, 'create');
    await observe(client).chat.completions.create(CHAT);
    expect(patched).toHaveBeenCalledOnce();
    expect(await spans.now()).toHaveLength(1);
  });

  it('stays active in copies that the caller creates', async () => {
    server.next(wire.chat(THOUGHT));
    const client = observe(new OpenAI({ apiKey: 'k', baseURL: `${server.url}/v1` })).withOptions({ maxRetries: 0 });
    await client.chat.completions.create(CHAT);
    expect(await spans.now()).toHaveLength(1);
  });

  it('returns an unknown client unchanged, with one warning', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    class Strange {
      send(): string {
        return 'sent';
      }
    }
    const client = new Strange();
    expect(observe(client)).toBe(client);
    expect(observe(new Strange()).send()).toBe('sent');
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0]?.[0]).toMatch(
      /This client \(Strange\) is of no kind that observe\(\) knows.*observeFetch\(fetch\)/,
    );
    warn.mockRestore();
  });
});

describe('the Anthropic client, which makes spans of its own', () => {
  const make = () => new Anthropic({ apiKey: 'k', baseURL: server.url });

  it('creates none when it is observed, and still does when it is not', async () => {
    server.next(wire.anthropic(CLAUDE_THOUGHT), wire.anthropic(CLAUDE_THOUGHT));
    const bare = make();
    await observe(bare).messages.create(MESSAGE);
    expect((await spans.now()).map((span) => span.instrumentationScope.name)).toEqual(['@subtext/sdk']);
    await bare.messages.create(MESSAGE);
    expect((await spans.now()).map((span) => span.instrumentationScope.name)).toEqual([
      '@subtext/sdk',
      'com.anthropic.sdk.typescript',
    ]);
  });

  it('creates none when it is observed in place', async () => {
    server.next(wire.anthropicStream(CLAUDE_THOUGHT));
    const client = make();
    vi.spyOn(client.messages, 'countTokens');
    const observed = observe(client);
    expect(observed === client).toBe(true);
    await observed.messages.stream(MESSAGE).finalMessage();
    const generations = (await spans.now()).filter((span) => span.kind === SpanKind.CLIENT);
    expect(generations).toHaveLength(1);
  });

  it('keeps its other telemetry settings', () => {
    const client = new Anthropic({ apiKey: 'k', openTelemetry: { propagation: false } });
    expect(observe(client).openTelemetry).toMatchObject({ propagation: false, traces: { enabled: false } });
  });
});
