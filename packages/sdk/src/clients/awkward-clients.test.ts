/**
 * Clients as applications create them: frozen, in proxies, of their own classes, with their own transports, changed
 * later.
 */
import { AnthropicBedrock } from '@anthropic-ai/bedrock-sdk';
import { Cerebras } from '@cerebras/cerebras_cloud_sdk';
import { GoogleGenAI } from '@google/genai';
import { SpanKind } from '@opentelemetry/api';
import { CohereClient, CohereClientV2 } from 'cohere-ai';
import Groq from 'groq-sdk';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { observe, observeFetch } from '../observe/observe.ts';
import { ANSWER, Mistral, thrownBy, type Observation } from '../testing/client-subjects.ts';
import { bedrockClient, converseOf } from '../testing/aws-subjects.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans } from '../testing/spans.ts';
import * as vendor from '../testing/wire-vendors.ts';
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

const CHAT = { model: 'test-model', messages: [{ role: 'user' as const, content: 'Hi' }] };
const makeOpenAI = () => new OpenAI({ apiKey: 'k', baseURL: `${server.url}/v1` });
const makeCerebras = () => new Cerebras({ apiKey: 'k', baseURL: server.url, warmTCPConnection: false });
const makeGoogle = (more: object = {}) =>
  new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: server.url, ...more } });
const askGoogle = (client: GoogleGenAI) => client.models.generateContent({ model: 'm', contents: 'Hi' });

async function generations() {
  return (await spans.now()).filter((span) => span.kind === SpanKind.CLIENT);
}

function warnings() {
  return vi.spyOn(console, 'warn').mockImplementation(() => undefined);
}

describe('a frozen client', () => {
  it('is copied where a copy behaves the same', async () => {
    server.next(wire.chat(ANSWER));
    await observe(Object.freeze(makeOpenAI())).chat.completions.create(CHAT);
    expect(await generations()).toHaveLength(1);
  });

  it('is observed where its own fields stay as they are', async () => {
    server.next(vendor.gemini(ANSWER), vendor.cohere(ANSWER));
    await askGoogle(observe(Object.freeze(makeGoogle()) as GoogleGenAI));
    await observe(Object.freeze(new CohereClientV2({ token: 'k', baseUrl: server.url }))).chat(CHAT);
    expect(await generations()).toHaveLength(2);
  });

  it('is returned unchanged elsewhere, with one warning', async () => {
    const warn = warnings();
    server.next(vendor.ollama(ANSWER));
    const client = Object.freeze(new Ollama({ host: server.url }));
    expect(observe(client)).toBe(client);
    expect(observe(Object.freeze(new Ollama()))).toBeInstanceOf(Ollama);
    await observe(client).chat(CHAT);
    expect(await generations()).toEqual([]);
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0]?.[0]).toMatch(
      /This client \(Ollama\) is frozen or guards its "fetch".*observeFetch\(fetch\)/,
    );
    warn.mockRestore();
  });
});

/** Its copies are wrong: `withOptions` passes only the constructor options of the library's class. */
class TenantClient extends OpenAI {
  readonly #tenant: string;

  constructor(options: ConstructorParameters<typeof OpenAI>[0], tenant = 'nobody') {
    super(options);
    this.#tenant = tenant;
  }

  protected override prepareRequest(request: RequestInit): Promise<void> {
    (request.headers as Headers).set('x-tenant', this.#tenant);
    return Promise.resolve();
  }
}

class TenantOllama extends Ollama {
  readonly #tenant = 'acme';

  get tenant(): string {
    return this.#tenant;
  }
}

describe('a class of the application', () => {
  it('keeps its private fields', async () => {
    server.next(wire.chat(ANSWER), vendor.ollama(ANSWER));
    const tenant = new TenantClient({ apiKey: 'k', baseURL: `${server.url}/v1` }, 'acme');
    await observe(tenant).chat.completions.create(CHAT);
    expect(server.requests[0]?.headers['x-tenant']).toBe('acme');
    const ollama = observe(new TenantOllama({ host: server.url }));
    await ollama.chat(CHAT);
    expect(ollama.tenant).toBe('acme');
    expect(await generations()).toHaveLength(2);
  });
});

describe('the siblings of the Anthropic client, which make spans of their own', () => {
  it('create none when they are observed, and neither do their copies', async () => {
    server.next(wire.anthropic(ANSWER), wire.anthropic(ANSWER));
    const keys = { awsAccessKey: 'a', awsSecretKey: 'b', awsRegion: 'us-east-1' };
    const client = observe(observe(new AnthropicBedrock({ ...keys, baseURL: server.url })));
    await client.messages.create({ ...CHAT, max_tokens: 10 });
    await client.withOptions({ maxRetries: 0 }).messages.create({ ...CHAT, max_tokens: 10 });
    const scopes = (await spans.now()).map((span) => span.instrumentationScope.name);
    expect(scopes).toEqual(['@subtext/sdk', '@subtext/sdk']);
    expect(client.withOptions({ maxRetries: 7 }).maxRetries).toBe(7);
  });
});

describe('a proxy around a client', () => {
  it('stays, and so does what it does', async () => {
    server.next(wire.chat(ANSWER));
    const asked: PropertyKey[] = [];
    const proxy = new Proxy(new Groq({ apiKey: 'k', baseURL: server.url }), {
      get(target, name) {
        asked.push(name);
        return Reflect.get(target, name) as unknown;
      },
    });
    const observed = observe(proxy);
    expect(observed).toBe(proxy);
    asked.length = 0;
    await observed.chat.completions.create(CHAT);
    expect(asked).toContain('chat');
    expect(await generations()).toHaveLength(1);
  });

  it('that refuses changes is returned unchanged', () => {
    const warn = warnings();
    class Guarded extends OpenAI {}
    const client = new Proxy(new Guarded({ apiKey: 'k' }), { set: () => false });
    expect(observe(client)).toBe(client);
    expect(warn.mock.calls[0]?.[0]).toMatch(/This client \(Guarded\) is frozen or guards its "fetch"/);
    warn.mockRestore();
  });

  it('that throws on every access does not affect the caller', () => {
    const warn = warnings();
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('hands off');
        },
      },
    );
    expect(observe(hostile) === hostile).toBe(true);
    expect(() => observe(null as unknown as object)).not.toThrow();
    warn.mockRestore();
  });
});

describe('a transport of the application', () => {
  it('is used, and observed, when it is a fetch', async () => {
    server.next(vendor.gemini(ANSWER), vendor.cohere(ANSWER), vendor.ollama(ANSWER));
    const own = vi.fn<typeof fetch>((input, init) => fetch(input, init));
    await askGoogle(observe(makeGoogle({ fetch: own })));
    await observe(new CohereClient({ token: 'k', baseUrl: server.url, fetch: own })).v2.chat(CHAT);
    await observe(new Ollama({ host: server.url, fetch: own })).chat(CHAT);
    expect(own).toHaveBeenCalledTimes(3);
    expect(await generations()).toHaveLength(3);
  });

  it('counts once when it is an observed fetch', async () => {
    server.next(vendor.gemini(ANSWER), vendor.ollama(ANSWER));
    await askGoogle(observe(makeGoogle({ fetch: observeFetch() })));
    await observe(new Ollama({ host: server.url, fetch: observeFetch() })).chat(CHAT);
    expect(await generations()).toHaveLength(2);
  });

  it('counts once when another copy of the SDK has observed it', async () => {
    vi.resetModules();
    const [copy, { recorder }] = await Promise.all([
      import('../observe/observe.ts'),
      import('../conversation/recorder.ts'),
    ]);
    expect(copy.observe).not.toBe(observe);
    const theirs = copy.observeFetch();
    server.next(vendor.ollama(ANSWER), vendor.ollama(ANSWER));
    await observe(new Ollama({ host: server.url, fetch: theirs })).chat(CHAT);
    await observe(new Ollama({ host: server.url, fetch: (input, init) => theirs(input, init) })).chat(CHAT);
    await recorder.settled();
    expect(await generations()).toHaveLength(2);
  });

  it('keeps its hooks and its private fields when it is an HTTPClient', async () => {
    const { HTTPClient } = (await import('@mistralai/mistralai/lib/http.js' as string)) as {
      HTTPClient: new () => { request(request: Request): Promise<Response>; addHook(at: string, hook: object): void };
    };
    class OwnHttpClient extends HTTPClient {
      readonly #sent: string[] = [];

      override request(request: Request): Promise<Response> {
        this.#sent.push(request.url);
        return super.request(request);
      }

      get sent(): string[] {
        return this.#sent;
      }
    }
    const httpClient = new OwnHttpClient();
    const hook = vi.fn();
    httpClient.addHook('beforeRequest', hook);
    server.next(vendor.mistral(ANSWER), vendor.mistral(ANSWER));
    const client = new Mistral({ apiKey: 'k', serverURL: server.url, httpClient });
    await observe(observe(client)).chat.complete(CHAT);
    expect(httpClient.sent).toEqual([`${server.url}/v1/chat/completions`]);
    expect(hook).toHaveBeenCalledOnce();
    expect(await generations()).toHaveLength(1);
  });

  it('gets the long timeouts of the Gemini client, unless the application sets its own fetch', async () => {
    const dispatchers: unknown[] = [];
    const { fetch } = globalThis;
    const note: typeof fetch = (input, init) => {
      dispatchers.push(typeof (init as { dispatcher?: { dispatch?: unknown } } | undefined)?.dispatcher?.dispatch);
      return fetch(input, init);
    };
    server.next(...Array.from({ length: 4 }, () => vendor.gemini(ANSWER)));
    vi.stubGlobal('fetch', note);
    await askGoogle(makeGoogle());
    await askGoogle(observe(makeGoogle()));
    vi.unstubAllGlobals();
    await askGoogle(makeGoogle({ fetch: note }));
    await askGoogle(observe(makeGoogle({ fetch: note })));
    expect(dispatchers).toEqual(['function', 'function', 'undefined', 'undefined']);
  });
});

describe('a client that was used before it is observed', () => {
  it('is observed in its existing sub-clients, too', async () => {
    server.next(vendor.mistral(ANSWER), vendor.mistral(ANSWER));
    const mistral = new Mistral({ apiKey: 'k', serverURL: server.url });
    await mistral.chat.complete(CHAT);
    await observe(mistral).chat.complete(CHAT);
    server.next(vendor.converse(ANSWER), vendor.converse(ANSWER));
    const aws = bedrockClient(server.url, { cacheMiddleware: true });
    await converseOf(aws).ask();
    await converseOf(observe(aws)).ask();
    server.next(vendor.interaction(ANSWER), vendor.interaction(ANSWER));
    const google = makeGoogle();
    const interactions = google.interactions;
    await interactions.create({ model: 'm', input: 'Hi' });
    observe(google);
    await interactions.create({ model: 'm', input: 'Hi' });
    expect(await generations()).toHaveLength(3);
  });
});

describe('a client whose fetch is changed afterwards', () => {
  it('uses the new fetch, unobserved until the client is observed again', async () => {
    server.next(wire.chat(ANSWER), wire.chat(ANSWER));
    const client = observe(makeCerebras());
    const own = vi.fn<typeof fetch>((input, init) => fetch(input, { ...init, agent: undefined } as RequestInit));
    (client as unknown as { fetch: typeof fetch }).fetch = own;
    await client.chat.completions.create(CHAT);
    expect(await generations()).toEqual([]);
    await observe(client).chat.completions.create(CHAT);
    expect(own).toHaveBeenCalledTimes(2);
    expect(await generations()).toHaveLength(1);
  });

  it('follows a new global fetch in clients that read it at each call', async () => {
    server.next(vendor.mistral(ANSWER), vendor.cohere(ANSWER), vendor.gemini(ANSWER));
    const { fetch } = globalThis;
    const mistral = observe(new Mistral({ apiKey: 'k', serverURL: server.url }));
    const cohere = observe(new CohereClient({ token: 'k', baseUrl: server.url }));
    const google = observe(makeGoogle());
    const changed = vi.fn<typeof fetch>((input, init) => fetch(input, init));
    vi.stubGlobal('fetch', changed);
    await mistral.chat.complete(CHAT);
    await cohere.v2.chat(CHAT);
    await askGoogle(google);
    vi.unstubAllGlobals();
    expect(changed).toHaveBeenCalledTimes(3);
    expect(await generations()).toHaveLength(3);
  });
});

const NOWHERE = 'http://127.0.0.1:1';

describe('a client that cannot reach its server', () => {
  it.each<[string, (way: Observation) => () => Promise<unknown>]>([
    ['of AWS', ({ observe }) => converseOf(observe(bedrockClient(NOWHERE, { maxAttempts: 1 }))).ask],
    [
      'of Google',
      ({ observe }) =>
        () =>
          askGoogle(observe(makeGoogle({ baseUrl: NOWHERE }))),
    ],
    [
      'of Mistral',
      ({ observe }) =>
        () =>
          observe(new Mistral({ apiKey: 'k', serverURL: NOWHERE })).chat.complete(CHAT),
    ],
    [
      'of Cohere',
      ({ observe }) =>
        () =>
          observe(new CohereClient({ token: 'k', baseUrl: NOWHERE })).v2.chat(CHAT),
    ],
    [
      'with a fetch of its own',
      ({ observe }) => {
        const client = observe(
          new Cerebras({ apiKey: 'k', baseURL: NOWHERE, maxRetries: 0, warmTCPConnection: false }),
        );
        return () => client.chat.completions.create(CHAT);
      },
    ],
  ])('%s throws the same error, and its span reports it', async (_, askBy) => {
    const bare = await thrownBy(askBy({ observe: (client) => client, fetch }));
    expect(await thrownBy(askBy({ observe, fetch }))).toEqual(bare);
    const lost = (await spans.all()).filter(({ kind }) => kind === SpanKind.CLIENT);
    expect(lost.map(({ attributes }) => attributes['error.type'])).toEqual([expect.any(String)]);
  });
});
