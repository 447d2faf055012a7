/** Everything is sent by default, and never more than policy and mask allow. */
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { withContext } from '../exchange/context.ts';
import { observe, type ObserveOptions } from '../observe/observe.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans, named } from '../testing/spans.ts';
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

/** One secret per kind of content, so that a leak names its source. */
const SECRETS = {
  system: 'secret-system',
  question: 'secret-question',
  definition: 'secret-definition',
  reasoning: 'secret-reasoning',
  preamble: 'secret-preamble',
  argument: 'secret-argument',
  result: 'secret-result',
  session: 'secret-session',
  user: 'secret-user',
  tag: 'secret-tag',
  metadata: 'secret-metadata',
};

const CONTEXT = {
  session: SECRETS.session,
  user: SECRETS.user,
  tags: [SECRETS.tag],
  metadata: { plan: SECRETS.metadata },
};

/** Runs a loop with every kind of content and returns all its spans. */
async function runLoop(options: ObserveOptions): Promise<readonly ReadableSpan[]> {
  const call = { id: 'call_1', name: 'get', arguments: { text: SECRETS.argument, number: 4111 } };
  server.next(
    wire.chat({ reasoning: SECRETS.reasoning, text: SECRETS.preamble, tools: [call] }),
    wire.json({ error: { message: SECRETS.result } }, { status: 400 }),
  );
  const client = observe(new OpenAI({ apiKey: 'k', baseURL: `${server.url}/v1` }), { ...CONTEXT, ...options });
  const definition = { type: 'function' as const, function: { name: 'get', description: SECRETS.definition } };
  const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [
    { role: 'system', content: SECRETS.system },
    { role: 'user', content: SECRETS.question },
  ];
  const request = { model: 'm', messages, tools: [definition] };
  await client.chat.completions.create(request);
  messages.push(
    {
      role: 'assistant',
      content: SECRETS.preamble,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'get', arguments: JSON.stringify(call.arguments) } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: SECRETS.result },
  );
  await client.chat.completions.create(request).catch(() => undefined);
  return spans.all();
}

function dumped(all: readonly ReadableSpan[]): string {
  return JSON.stringify(all.map(({ attributes, events, status, name }) => ({ attributes, events, status, name })));
}

describe('capture', () => {
  it('sends everything by default', async () => {
    const text = dumped(await runLoop({}));
    for (const secret of Object.values(SECRETS)) expect(text).toContain(secret);
    expect(text).not.toContain('subtext.withheld');
  });

  it.each([
    ['reasoning', [SECRETS.reasoning]],
    ['text', [SECRETS.system, SECRETS.question, SECRETS.preamble, SECRETS.definition]],
    ['arguments', [SECRETS.argument]],
  ] as const)('of %s none lets none of it out, and says what is missing', async (kind, secrets) => {
    const all = await runLoop({ capture: { [kind]: 'none' } });
    for (const secret of secrets) expect(dumped(all)).not.toContain(secret);
    expect(named(all, 'execute_tool')[0]?.attributes['subtext.thinking.state']).toBe('readable');
    expect(dumped(all)).toContain('subtext.withheld');
  });

  it('with level "length" sends the length in place of the text', async () => {
    const all = await runLoop({ capture: { reasoning: 'length', arguments: 'length' } });
    const [call] = named(all, 'execute_tool');
    expect(call?.attributes['subtext.reasoning']).toEqual([`[${SECRETS.reasoning.length} characters]`]);
    expect(call?.attributes['gen_ai.tool.call.arguments']).toMatch(/^"\[\d+ characters\]"$/);
    expect(call?.attributes['subtext.withheld']).toEqual(['gen_ai.tool.call.arguments', 'subtext.reasoning']);
  });

  it('can be stricter for single calls', async () => {
    server.next(wire.chat({ text: SECRETS.preamble }));
    const client = observe(new OpenAI({ apiKey: 'k', baseURL: `${server.url}/v1` }));
    const ask = () => client.chat.completions.create({ model: 'm', messages: [] });
    await withContext({ capture: { text: 'none' } }, ask);
    expect(dumped(await spans.now())).not.toContain(SECRETS.preamble);
  });
});

describe('a mask', () => {
  it('runs on everything that leaves, with its kind as an argument', async () => {
    const places = new Set<string>();
    const mask = (value: string, where: string) => {
      places.add(where);
      return value.replaceAll(/secret|4111/g, '•');
    };
    const text = dumped(await runLoop({ mask }));
    expect(text).not.toMatch(/secret-|4111/);
    expect(text).toContain('•-reasoning');
    expect([...places].sort()).toEqual([
      'arguments',
      'error',
      'id',
      'metadata',
      'metadata.plan',
      'model',
      'preamble',
      'reasoning',
      'result',
      'server',
      'session',
      'system',
      'tag',
      'text',
      'tool_definitions',
      'tool_name',
      'type',
      'user',
    ]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('broken mask');
      },
    ],
    ['returns no string', () => undefined as unknown as string],
  ])('that %s withholds everything, and the span names the attributes', async (_, mask) => {
    const all = await runLoop({ mask });
    expect(dumped(all)).not.toContain('secret-');
    expect(named(all, 'chat')[0]?.attributes['subtext.withheld']).toEqual(
      expect.arrayContaining(['gen_ai.input.messages', 'gen_ai.output.messages', 'gen_ai.system_instructions']),
    );
    expect(named(all, 'execute_tool')[0]?.attributes['subtext.withheld']).toEqual(
      expect.arrayContaining(['subtext.reasoning', 'subtext.preamble', 'gen_ai.tool.call.result']),
    );
  });
});
