/** Agents that run as tools: their spans are children of the call that started them, and never of another. */
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ledger } from '../recorder.ts';
import { observe } from '../../observe/observe.ts';
import { trace } from '../../observe/run.ts';
import {
  agentRunner,
  callSpan,
  chatsOf,
  type Agent,
  type AgentCall,
  type AgentRunner,
} from '../../testing/agent-tree.ts';
import { startReplayServer, type Reply, type ReplayServer } from '../../testing/replay-server.ts';
import { collectSpans } from '../../testing/spans.ts';
import * as wire from '../../testing/wire.ts';
import { withContext } from '../../exchange/context.ts';

const spans = collectSpans();
let server: ReplayServer;
let run: AgentRunner;

beforeAll(async () => {
  server = await startReplayServer();
  run = agentRunner(server);
});
afterEach(() => spans.clear());
afterAll(() => server.close());

let SEARCH: AgentCall;
let RESEARCHER: Agent;
let RESEARCH: AgentCall;
let LEAD: Agent;
let tests = 0;
/** Providers never give an id twice. */
beforeEach(() => {
  tests += 1;
  SEARCH = { id: `call_Search${tests}x`, tool: 'search', arguments: { at: 1 }, result: 'Three fjords.' };
  RESEARCHER = {
    name: 'researcher',
    question: 'Which fjords are near Oslo?',
    turns: [[SEARCH]],
    answer: 'The Oslofjord, and two smaller ones.',
  };
  RESEARCH = callOf(`call_Research${tests}x`, 'research', RESEARCHER);
  LEAD = { name: 'lead', question: 'Plan a trip.', turns: [[RESEARCH]], answer: 'Go to the fjord.' };
});

function callOf(id: string, toolName: string, agent: Agent): AgentCall {
  return { id, tool: toolName, arguments: { input: agent.question }, agent };
}

/** An answer whose call is whole before its stream ends. */
function streamThatStays({ id, tool, arguments: args }: AgentCall, ended: Promise<string>): Reply {
  const whole = wire.chatStream({ tools: [{ id, name: tool, arguments: args }] });
  return { ...whole, body: String(whole.body), later: [ended] };
}

const traceOf = (span: ReadableSpan | undefined) => span?.spanContext().traceId;
const parentOf = (span: ReadableSpan | undefined) => span?.parentSpanContext?.spanId;
const idOf = (span: ReadableSpan | undefined) => span?.spanContext().spanId;
const agentOf = (span: ReadableSpan | undefined) => span?.attributes['gen_ai.agent.name'];

function expectNested(all: readonly ReadableSpan[], call: AgentCall, agentName = call.tool): void {
  const span = callSpan(all, call);
  const inside = [...chatsOf(all, call.agent!), ...call.agent!.turns.flat().map((own) => callSpan(all, own))];
  expect(inside.length).toBeGreaterThan(0);
  expect(inside.map((own) => [traceOf(own), parentOf(own), agentOf(own)])).toEqual(
    inside.map(() => [traceOf(span), idOf(span), agentName]),
  );
}

function expectApart(all: readonly ReadableSpan[], agent: Agent, lead: Pick<Agent, 'name'> = LEAD): void {
  const [first, ...others] = chatsOf(all, agent);
  expect(parentOf(first)).toBeUndefined();
  expect(traceOf(first)).not.toBe(traceOf(chatsOf(all, lead)[0]));
  for (const other of others) expect([traceOf(other), parentOf(other)]).toEqual([traceOf(first), idOf(first)]);
}

describe('an agent that runs as a tool', () => {
  it('is nested under its call, with its model calls and its tools, and is called like the tool', async () => {
    await run(LEAD);
    const all = await spans.now();
    expectNested(all, RESEARCH);
    expect(new Set(all.map(traceOf)).size).toBe(1);
    expect(callSpan(all, SEARCH)?.attributes['gen_ai.tool.call.result']).toBe('"Three fjords."');
    expect(chatsOf(all, LEAD).map(agentOf)).toEqual([undefined, undefined]);
  });

  it('inside a named run is nested, too, and is not called like the run', async () => {
    await trace('trip', () => run(LEAD));
    const all = await spans.now();
    expectNested(all, RESEARCH);
    expect(chatsOf(all, LEAD).map(agentOf)).toEqual(['trip', 'trip']);
  });

  it('keeps the name that the application gave it', async () => {
    const call = { ...RESEARCH, agent: { ...RESEARCHER, agentName: 'geographer' } };
    await withContext({ agent: 'lead' }, () => run({ ...LEAD, turns: [[call]] }));
    const all = await spans.now();
    expect(chatsOf(all, LEAD).map(agentOf)).toEqual(['lead', 'lead']);
    expectNested(all, call, 'geographer');
  });

  it.each([
    ['subagent_type', 'geographer'],
    ['targetAgents', ['geographer']],
  ])('is called as the argument %s says where one tool starts several agents', async (argument, value) => {
    const task = { ...RESEARCH, tool: 'task', arguments: { description: RESEARCHER.question, [argument]: value } };
    await run({ ...LEAD, turns: [[task]] });
    expectNested(await spans.now(), task, 'geographer');
  });

  it('may get the question after the message of the user', async () => {
    const call = { ...RESEARCH, agent: { ...RESEARCHER, background: LEAD.question } };
    await run({ ...LEAD, turns: [[call]] });
    expectNested(await spans.now(), call);
  });

  it('may run another agent as a tool', async () => {
    const manager: Agent = {
      name: 'manager',
      question: 'Manage it.',
      turns: [[RESEARCH]],
      answer: 'It is managed now.',
    };
    const manage = callOf(`call_Manage${tests}x`, 'manage', manager);
    await run({ ...LEAD, turns: [[manage]] });
    const all = await spans.now();
    expectNested(all, manage);
    expectNested(all, RESEARCH);
    expect(new Set(all.map(traceOf)).size).toBe(1);
  });

  it('runs beside another one', async () => {
    const cook = {
      ...RESEARCHER,
      name: 'cook',
      question: 'What to eat?',
      answer: 'Fish soup, twice a day.',
      turns: [],
    };
    const calls = [RESEARCH, callOf(`call_Cook${tests}x`, 'cook', cook)];
    await run({ ...LEAD, turns: [calls] });
    const all = await spans.now();
    for (const call of calls) expectNested(all, call);
  });

  it('gets the same question as another one, and their answers show which is which', async () => {
    const skeptic = { ...RESEARCHER, name: 'skeptic', answer: 'There are no fjords near Oslo.', turns: [] };
    const calls = [RESEARCH, callOf(`call_Skeptic${tests}x`, 'doubt', skeptic)];
    await run({ ...LEAD, turns: [calls] });
    const all = await spans.now();
    for (const call of calls) expectNested(all, call);
  });

  it('may start before the answer that requested it has ended', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<string>();
    const started = streamThatStays(RESEARCH, ended);
    server.next(started);
    const client = observe(new OpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1` }));
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: LEAD.question }];
    const stream = await client.chat.completions.create({ model: 'test-model', messages, stream: true });
    const chunks = stream[Symbol.asyncIterator]();
    await chunks.next();
    const answering = Promise.withResolvers<void>();
    const running = run({ ...RESEARCHER, turns: [], after: answering.promise });
    await server.arrival();
    end('data: [DONE]\n\n');
    while (!(await chunks.next()).done);
    answering.resolve();
    const content = await running;
    const asked = {
      id: RESEARCH.id,
      type: 'function' as const,
      function: { name: 'research', arguments: JSON.stringify(RESEARCH.arguments) },
    };
    server.next(wire.chat({ text: LEAD.answer }));
    await client.chat.completions.create({
      model: 'test-model',
      messages: [
        ...messages,
        { role: 'assistant', tool_calls: [asked] },
        { role: 'tool', tool_call_id: RESEARCH.id, content },
      ],
    });
    expectNested(await spans.now(), { ...RESEARCH, agent: { ...RESEARCHER, turns: [] } });
  });

  describe('of a client that reads on when the tools have run', () => {
    const client = () => observe(new OpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1` }));
    const READER = { name: 'lead that reads on' };
    const tools: OpenAI.ChatCompletionTool[] = [{ type: 'function', function: { name: 'research' } }];

    /** Runs the tools while the answer that requested the call is open. */
    async function askThenRun<T>(call: AgentCall, runTools: () => Promise<T>): Promise<T> {
      const { promise: ended, resolve: end } = Promise.withResolvers<string>();
      server.next(streamThatStays(call, ended));
      const messages: OpenAI.ChatCompletionMessageParam[] = [
        { role: 'system', content: READER.name },
        { role: 'user', content: LEAD.question },
      ];
      const stream = await client().chat.completions.create({ model: 'test-model', messages, tools, stream: true });
      const chunks = stream[Symbol.asyncIterator]();
      for (let given = ''; given !== JSON.stringify(call.arguments);) {
        const { value } = await chunks.next();
        given += value?.choices[0]?.delta.tool_calls?.[0]?.function?.arguments ?? '';
      }
      const result = await runTools();
      end('data: [DONE]\n\n');
      while (!(await chunks.next()).done);
      const asked = {
        id: call.id,
        type: 'function' as const,
        function: { name: call.tool, arguments: JSON.stringify(call.arguments) },
      };
      server.next(wire.chat({ text: LEAD.answer }));
      await client().chat.completions.create({
        model: 'test-model',
        messages: [
          ...messages,
          { role: 'assistant', tool_calls: [asked] },
          { role: 'tool', tool_call_id: call.id, content: String(result) },
        ],
      });
      return result;
    }

    const WHY = 'to its thread the bytes of an answer come when it has ended';

    it('may have ended before the answer that requested it has', async ({ skip }) => {
      skip(ledger.isAway, WHY);
      await askThenRun(RESEARCH, () => run(RESEARCHER));
      const all = await spans.now();
      expectNested(all, RESEARCH);
      expect(callSpan(all, RESEARCH)?.startTime).toEqual(chatsOf(all, RESEARCHER)[0]?.startTime);
      expect(new Set(all.map(traceOf)).size).toBe(1);
    });

    it('may take over before the answer that handed over has ended', async ({ skip }) => {
      skip(ledger.isAway, WHY);
      const call = { id: `call_Over${tests}x`, tool: 'transfer_to_researcher', arguments: {} };
      await askThenRun(call, () => run({ ...RESEARCHER, question: LEAD.question }));
      const all = await spans.now();
      expect(new Set(all.map(traceOf)).size).toBe(1);
      expect(chatsOf(all, RESEARCHER).map(agentOf)).toEqual(['researcher', 'researcher']);
      expect(chatsOf(all, RESEARCHER).map(parentOf)).toEqual([1, 2].map(() => idOf(chatsOf(all, READER)[0])));
    });

    it('is a conversation of its own when the call has another result', async () => {
      await askThenRun(RESEARCH, async () => {
        await run(RESEARCHER);
        return 'The search found nothing at all.';
      });
      expectApart(await spans.now(), RESEARCHER, READER);
    });

    it('is a conversation of its own when the open answer only mentions what it asks', async () => {
      const call = { id: `call_Look${tests}x`, tool: 'look', arguments: { at: `Is it "${RESEARCHER.question}"?` } };
      await askThenRun(call, () => run(RESEARCHER));
      expectApart(await spans.now(), RESEARCHER, READER);
    });
  });

  it.each([
    ['is refused', 400],
    ['finds no server, and so may be repeated', 503],
  ])('that %s is nested by the message of its error', async (_, status) => {
    const call = { ...RESEARCH, agent: { ...RESEARCHER, refusal: { status, message: 'The context is too long.' } } };
    await run({ ...LEAD, turns: [[call]] });
    expectNested(await spans.all(), call);
  });

  it.each([
    ['in a sentence', (answer: string) => `The agent says: ${answer}`],
    ['as a value', (answer: string) => JSON.stringify({ output: answer, steps: 2 })],
    ['with other white space', (answer: string) => `\n${answer}\n`],
  ])('may have its answer returned %s', async (_, returned) => {
    const call = { ...RESEARCH, agent: { ...RESEARCHER, returned } };
    await run({ ...LEAD, turns: [[call]] });
    expectNested(await spans.now(), call);
  });

  it('may answer with JSON, which is written in another form', async () => {
    const agent = { ...RESEARCHER, answer: '{"fjords": ["Oslofjord"]}', returned: () => '{"fjords":["Oslofjord"]}' };
    const call = { ...RESEARCH, agent };
    await run({ ...LEAD, turns: [[call]] });
    expectNested(await spans.now(), call);
  });

  it('is nested under the span of its function when the application wrapped it', async () => {
    await run({ ...LEAD, turns: [[{ ...RESEARCH, isWrapped: true }]] });
    const all = await spans.now();
    const inside = [...chatsOf(all, RESEARCHER), callSpan(all, SEARCH)];
    expect(inside.map(parentOf)).toEqual(inside.map(() => idOf(callSpan(all, RESEARCH))));
  });
});

describe('a conversation of its own', () => {
  it('has its own trace when the result is not its answer', async () => {
    const call = { ...RESEARCH, agent: { ...RESEARCHER, returned: () => 'The search found nothing at all.' } };
    await run({ ...LEAD, turns: [[call]] });
    expectApart(await spans.now(), RESEARCHER);
  });

  it('has its own trace when its answer is too short to prove anything in a longer result', async () => {
    const agent = { ...RESEARCHER, answer: 'Yes', returned: () => 'Yesterday it rained.' };
    await run({ ...LEAD, turns: [[{ ...RESEARCH, agent }]] });
    expectApart(await spans.now(), agent);
  });

  it('has its own trace, like the other one, when two ask and answer alike', async () => {
    const second = { ...RESEARCHER, name: 'second researcher', turns: [] };
    await run({ ...LEAD, turns: [[RESEARCH, callOf(`call_Second${tests}x`, 'ask_again', second)]] });
    const all = await spans.now();
    expectApart(all, RESEARCHER);
    expectApart(all, second);
  });

  it('has its own trace when another user asks what a call has as its argument', async () => {
    const call = { ...RESEARCH, agent: { ...RESEARCHER, turns: [] } };
    const other = { ...RESEARCHER, name: 'other' };
    const stranger = withContext({ user: 'ann' }, () => run(other));
    await withContext({ user: 'bob' }, () => run({ ...LEAD, turns: [[call]] }));
    await stranger;
    const all = await spans.now();
    expectApart(all, other);
    expectNested(all, call);
  });

  it('is recorded at a flush, and goes on in its own trace', async () => {
    const flushing = { ...SEARCH, result: async () => (await spans.all(), 'Three fjords.') };
    const agent = { ...RESEARCHER, turns: [[flushing]] };
    await run({ ...LEAD, turns: [[{ ...RESEARCH, agent }]] });
    const all = await spans.now();
    expect(chatsOf(all, agent)).toHaveLength(2);
    expectApart(all, agent);
  });
});
