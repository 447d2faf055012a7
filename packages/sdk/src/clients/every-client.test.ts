/**
 * Every supported client, for real, against replayed bytes: an observed client behaves like a bare one, and its calls
 * have their thoughts.
 */
import { SpanKind } from '@opentelemetry/api';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { observe, observeFetch } from '../observe/observe.ts';
import { troubles } from '../platform/report.ts';
import {
  CLIENT_SUBJECTS,
  THINKING,
  thrownBy,
  TOOL,
  type Subject,
  type Observation,
} from '../testing/client-subjects.ts';
import { OTHER_SUBJECTS } from '../testing/other-subjects.ts';
import { startReplayServer, type Reply, type ReplayServer, type SeenRequest } from '../testing/replay-server.ts';
import { collectSpans, named } from '../testing/spans.ts';

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

/** For busy machines. */
const PATIENTLY = { timeout: 15_000 };
const BARE: Observation = { observe: (client) => client, fetch: (input, init) => fetch(input, init) };
const OBSERVED: Observation = { observe, fetch: observeFetch() };
/** An error body that all clients understand. */
const BUSY: Reply = {
  status: 503,
  headers: {
    'content-type': 'application/json',
    'retry-after-ms': '1',
  },
  body: JSON.stringify({ message: 'busy', error: { code: 503, message: 'busy' } }),
};
const REFUSED: Reply = {
  status: 400,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': 'ValidationException' },
  body: JSON.stringify({ message: 'No such model', error: { code: 400, message: 'No such model' } }),
};
const TWICE: Observation = { observe: (client) => observe(observe(client)), fetch: observeFetch(observeFetch()) };

describe.each([...CLIENT_SUBJECTS, ...OTHER_SUBJECTS])('$name', (subject) => {
  it('behaves the same observed and bare, and its call has its thought', () =>
    expectSeen(subject, subject.whole, (asked) => asked.ask()));

  it.runIf(subject.streamed)('does so when it streams', () =>
    expectSeen(
      subject,
      subject.streamed ?? subject.whole,
      (asked) => asked.stream?.() ?? Promise.reject(new Error('no stream')),
    ),
  );

  it.runIf(subject.repeats ?? true)('has its failed attempts on the one generation', async () => {
    server.next(BUSY, subject.whole());
    await subject.make(server.url, OBSERVED).ask();
    expect(server.requests).toHaveLength(2);
    await expect.poll(generations, PATIENTLY).toHaveLength(1);
    const [generation] = await generations();
    expect(generation?.attributes['subtext.attempts']).toBe(2);
    expect(generation?.events.map((event) => event.attributes?.['http.response.status_code'])).toEqual([503]);
  });

  it('fails like a bare one, and its span reports the reason', async () => {
    const fail = async (way: Observation) => {
      server.next(REFUSED);
      return (await thrownBy(subject.make(server.url, way).ask)) ?? 'nothing';
    };
    const bare = await fail(BARE);
    expect(await fail(OBSERVED)).toEqual(bare);
    const failed = await generations();
    expect(failed.map(({ attributes }) => attributes['error.type'])).toEqual(['400']);
    expect(failed[0]?.attributes['gen_ai.request.model']).toBeTruthy();
    expect(failed[0]?.status.message).toContain('No such model');
  });

  it('counts once when it is observed twice', async () => {
    server.next(subject.whole());
    await subject.make(server.url, TWICE).ask();
    expect(await generations()).toHaveLength(1);
  });
});

async function expectSeen(
  subject: Subject,
  reply: () => Reply,
  use: (asked: ReturnType<Subject['make']>) => Promise<unknown>,
): Promise<void> {
  const run = async (way: Observation) => {
    server.reset();
    server.next(reply());
    const result = await use(subject.make(server.url, way));
    return { result: JSON.parse(JSON.stringify(result)) as unknown, requests: server.requests.map(comparable) };
  };
  const bare = await run(BARE);
  expect(await spans.all()).toEqual([]);
  const observed = await run(OBSERVED);
  expect(observed).toEqual(bare);
  expect(bare.requests).toHaveLength(1);
  // Some clients stop reading before the end of the body.
  await expect.poll(generations, PATIENTLY).toHaveLength(1);
  const [generation] = await generations();
  expect(generation?.attributes['subtext.api']).toBe(subject.api);
  expect(generation?.attributes['gen_ai.request.model']).toBeTruthy();
  const calls = named(await spans.all(), 'execute_tool ');
  expect(calls.map((call) => call.attributes)).toMatchObject([
    {
      'gen_ai.tool.name': TOOL.name,
      'gen_ai.tool.call.arguments': JSON.stringify(TOOL.arguments),
      'subtext.reasoning': [THINKING],
    },
  ]);
  expect(await generations()).toHaveLength(1);
  expect([...troubles()]).toEqual([]);
}

async function generations() {
  return (await spans.now()).filter((span) => span.kind === SpanKind.CLIENT);
}

/** Headers that differ with each request: dates, signatures over them, random ids. */
const OF_ONE_SENDING = new Set(['authorization', 'x-amz-date', 'amz-sdk-invocation-id']);

function comparable({ method, url, headers, body }: SeenRequest): unknown {
  const same = Object.entries(headers).filter(([name]) => !OF_ONE_SENDING.has(name));
  return { method, url, headers: Object.fromEntries(same), body };
}
