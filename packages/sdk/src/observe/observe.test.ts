/** The same calls, bare and observed: the caller's results and the server's requests are equal to the byte. */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { observe } from './observe.ts';
import { troubles } from '../platform/report.ts';
import { ANTHROPIC } from '../testing/anthropic-callers.ts';
import type { Scenario } from '../testing/callers.ts';
import { OPENAI } from '../testing/openai-callers.ts';
import { startReplayServer, type ReplayServer, type SeenRequest } from '../testing/replay-server.ts';
import { collectSpans } from '../testing/spans.ts';

const spans = collectSpans();
let server: ReplayServer;

beforeAll(async () => {
  server = await startReplayServer();
});
afterEach(() => spans.clear());
afterAll(() => server.close());

const makeOpenAI = () => new OpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1` });
// The bare client's own spans would send a trace header once a provider is registered.
const makeAnthropic = () => new Anthropic({ apiKey: 'sk-test', baseURL: server.url, openTelemetry: false });

describe.each(OPENAI)('openai: $name', (scenario) => {
  it('is the same observed and bare', () => expectSame(scenario, makeOpenAI));
});

describe.each(ANTHROPIC)('@anthropic-ai/sdk: $name', (scenario) => {
  it('is the same observed and bare', () => expectSame(scenario, makeAnthropic));
});

async function expectSame<Client extends object>(scenario: Scenario<Client>, make: () => Client): Promise<void> {
  const bare = await run(scenario, make());
  const observed = await run(scenario, observe(make()));
  expect(bare.requests.length).toBeGreaterThan(0);
  expect(observed).toEqual(bare);
  expect([...troubles()]).toEqual([]);
}

async function run<Client>(
  scenario: Scenario<Client>,
  client: Client,
): Promise<{ outcome: unknown; requests: unknown[] }> {
  server.reset();
  server.next(...scenario.replies());
  const outcome = await scenario.use(client, server).then(
    (result) => ({ result: JSON.parse(JSON.stringify(result ?? null)) as unknown }),
    (error: unknown) => ({ thrown: describeError(error) }),
  );
  return { outcome, requests: server.requests.map(comparable) };
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, cause } = error;
  const fields = Object.fromEntries(Object.entries(error).filter(([field]) => !['headers', 'cause'].includes(field)));
  const causeName = cause instanceof Error ? [cause.name, cause.message] : null;
  return { type: error.constructor.name, name, message, fields, causeName };
}

/** The boundary of a multipart upload is random. */
function comparable({ method, url, headers, body }: SeenRequest): unknown {
  const border = /boundary=(\S+)/.exec(headers['content-type'] ?? '')?.[1];
  const seen = { method, url, headers, body };
  return border === undefined ? seen : (JSON.parse(JSON.stringify(seen).replaceAll(border, 'border')) as unknown);
}
