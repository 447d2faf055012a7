/** Hand-overs between agents: the run stays one trace, also where the framework rewrites the history. */
import OpenAI from 'openai';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withContext } from '../../exchange/context.ts';
import { observe } from '../../observe/observe.ts';
import { trace } from '../../observe/run.ts';
import { startReplayServer, type ReplayServer } from '../../testing/replay-server.ts';
import { collectSpans, named } from '../../testing/spans.ts';
import * as wire from '../../testing/wire.ts';

type Messages = OpenAI.Chat.ChatCompletionMessageParam[];

const spans = collectSpans();
let server: ReplayServer;
let client: OpenAI;
let tests = 0;
beforeAll(async () => {
  server = await startReplayServer();
  client = observe(new OpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1` }));
});
beforeEach(() => (tests += 1));
afterEach(async () => {
  server.reset();
  await spans.clear();
});
afterAll(() => server.close());

const ask = (system: string, messages: Messages) =>
  client.chat.completions.create({
    model: 'test-model',
    messages: [{ role: 'system', content: system }, ...messages],
  });
const question = (): Messages[number] => ({ role: 'user', content: `Refund order ${tests}, please.` });

/** The first agent hands over. */
async function handOver(call: { name: string; arguments: object }) {
  server.next(wire.chat({ reasoning: 'Not mine.', tools: [{ id: `call_Handover${tests}x`, ...call }] }));
  const { choices } = await ask('You are the triage agent.', [question()]);
  return choices[0]!.message;
}

const answer = () => server.next(wire.chat({ text: 'It is refunded.' }));
const traceOf = (span: ReadableSpan | undefined) => span?.spanContext().traceId;
const agentsOf = (all: readonly ReadableSpan[]) =>
  named(all, 'chat').map(({ attributes }) => attributes['gen_ai.agent.name']);

describe('a hand-over', () => {
  it('whose new agent gets a history without calls is one trace, and its call has ended', async () => {
    await handOver({ name: 'transfer_to_refunds', arguments: {} });
    answer();
    await ask('You are the refunds agent.', [question()]);
    const all = await spans.now();
    expect(new Set(all.map(traceOf)).size).toBe(1);
    const [call] = named(all, 'execute_tool transfer_to_refunds');
    expect(call?.attributes['subtext.incomplete.reason']).toBeUndefined();
    expect(call?.endTime).toEqual(named(all, 'chat')[1]?.startTime);
    expect(agentsOf(all)).toEqual([undefined, 'refunds']);
  });

  it('whose new agent gets a history in other words is one trace', async () => {
    await handOver({ name: 'transfer_to_agent', arguments: { agent_name: 'refunds' } });
    answer();
    const context = 'For context: [triage] called tool `transfer_to_agent` with parameters: {"agent_name":"refunds"}';
    const result = 'For context:[triage] tool `transfer_to_agent` returned result: {"result":"queued"}';
    const quotes = [context, result].map((content) => ({ role: 'user' as const, content }));
    await ask('You are the refunds agent.', [question(), ...quotes]);
    const all = await spans.now();
    expect(new Set(all.map(traceOf)).size).toBe(1);
    expect(agentsOf(all)).toEqual([undefined, 'refunds']);
    const [call] = named(all, 'execute_tool transfer_to_agent');
    expect(call?.attributes['gen_ai.tool.call.result']).toBe('{"result":"queued"}');
  });

  it('by a call that names the agent among its arguments is named, too', async () => {
    await handOver({ name: 'handOff', arguments: { toAgent: 'refunds', reason: 'A refund.' } });
    answer();
    await ask('You are the refunds agent.', [question()]);
    expect(agentsOf(await spans.now())).toEqual([undefined, 'refunds']);
  });

  it.each([
    { name: 'transfer_to_refunds', arguments: {} },
    { name: 'handOff', arguments: { toAgent: 'refunds', reason: 'A refund.' } },
  ])('with its whole history names the new agent in all that follows: $name', async (call) => {
    const message = await handOver(call);
    const history: Messages = [
      question(),
      message,
      { role: 'tool', tool_call_id: message.tool_calls![0]!.id, content: '{"assistant":"refunds"}' },
    ];
    const look = { id: `call_Look${tests}x`, name: 'look', arguments: {} };
    server.next(wire.chat({ tools: [look] }));
    const second = (await ask('You are the refunds agent.', history)).choices[0]!.message;
    answer();
    await ask('You are the refunds agent.', [
      ...history,
      second,
      { role: 'tool', tool_call_id: look.id, content: 'found' },
    ]);
    const all = await spans.now();
    expect(new Set(all.map(traceOf)).size).toBe(1);
    expect(agentsOf(all)).toEqual([undefined, 'refunds', 'refunds']);
    expect(named(all, 'execute_tool look')[0]?.attributes['gen_ai.agent.name']).toBe('refunds');
  });

  it('inside a named run names the new agent, and not the run', async () => {
    await trace('trip', async () => {
      await handOver({ name: 'transfer_to_refunds', arguments: {} });
      answer();
      await ask('You are the refunds agent.', [question()]);
    });
    expect(agentsOf(await spans.now())).toEqual(['trip', 'refunds']);
  });
});

describe('a conversation that begins alike', () => {
  const expectApart = async () => {
    const all = await spans.now();
    expect(new Set(named(all, 'chat').map(traceOf)).size).toBe(2);
    expect(agentsOf(all)).toEqual([undefined, undefined]);
  };

  it('is another one when it has the instructions of the first agent', async () => {
    await handOver({ name: 'transfer_to_refunds', arguments: {} });
    answer();
    await ask('You are the triage agent.', [question()]);
    await expectApart();
  });

  it('is another one when no call hands over', async () => {
    await handOver({ name: 'look_up', arguments: {} });
    answer();
    await ask('You are the refunds agent.', [question()]);
    await expectApart();
  });

  it('is another one when its first message is another', async () => {
    await handOver({ name: 'transfer_to_refunds', arguments: {} });
    answer();
    await ask('You are the refunds agent.', [{ role: 'user', content: 'And my other order?' }]);
    await expectApart();
  });

  it('is another one when its user is another', async () => {
    await withContext({ user: 'ann' }, () => handOver({ name: 'transfer_to_refunds', arguments: {} }));
    answer();
    await withContext({ user: 'bob' }, () => ask('You are the refunds agent.', [question()]));
    await expectApart();
  });

  it('is another one when two runs that begin alike have handed over', async () => {
    await handOver({ name: 'transfer_to_refunds', arguments: {} });
    server.next(wire.chat({ tools: [{ id: `call_Other${tests}x`, name: 'transfer_to_refunds', arguments: {} }] }));
    await ask('You are the triage agent.', [question()]);
    answer();
    await ask('You are the refunds agent.', [question()]);
    const all = await spans.now();
    expect(new Set(named(all, 'chat').map(traceOf)).size).toBe(3);
  });
});
