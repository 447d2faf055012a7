/**
 * Runs of the real program of `@anthropic-ai/claude-agent-sdk` against a scripted provider, recorded as they were
 * yielded (fixtures/*.jsonl), beside what the provider served.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { context, SpanStatusCode, trace as otel } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { afterEach, describe, expect, it } from 'vitest';
import { GEN_AI, SUBTEXT } from '@subtext/reasoning';
import { withContext } from '../exchange/context.ts';
import { observe } from '../observe/observe.ts';
import { collectSpans, named } from '../testing/spans.ts';

const spans = collectSpans();
afterEach(() => spans.clear());

interface Yielded {
  type?: string;
  thrown?: { name: string; message: string };
  session_id?: string;
  result?: string;
}

interface ServedTurn {
  agent: string;
  thought: string;
  calls: string[];
  answer?: string;
  usage: { input: number; output: number; thinking: number };
}

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const messagesOf = (name: string): Yielded[] =>
  fixture(`${name}.jsonl`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Yielded);
const servedIn = (name: string) => JSON.parse(fixture(`${name}.served.json`)) as ServedTurn[];

interface Parameters {
  prompt: string | AsyncIterable<object>;
  options?: object;
}

/** As the package does it: an object with methods of its own, and a generator inside. */
class Query {
  readonly #messages: AsyncGenerator<Yielded, void>;
  isInterrupted = false;

  constructor(messages: AsyncGenerator<Yielded, void>) {
    this.#messages = messages;
  }
  next(...args: [] | [unknown]): Promise<IteratorResult<Yielded, void>> {
    return this.#messages.next(...(args as []));
  }
  async return(): Promise<IteratorResult<Yielded, void>> {
    return this.#messages.return();
  }
  async throw(error: unknown): Promise<IteratorResult<Yielded, void>> {
    return this.#messages.throw(error);
  }
  [Symbol.asyncIterator]() {
    return this.#messages;
  }
  async interrupt(): Promise<void> {
    this.isInterrupted = true;
  }
}

/** A `query` that yields a recording. An input is taken before each turn. */
function queryOf(messages: readonly Yielded[]) {
  return function query({ prompt }: Parameters): Query {
    async function* yielded(): AsyncGenerator<Yielded, void> {
      const input = typeof prompt === 'string' ? undefined : prompt[Symbol.asyncIterator]();
      await input?.next();
      for (const message of messages) {
        if (message.thrown) throw Object.assign(new Error(message.thrown.message), { name: message.thrown.name });
        yield message;
        if (message.type === 'result') await input?.next();
      }
    }
    return new Query(yielded());
  };
}

async function run(
  name: string,
  parameters: Partial<Parameters> = {},
): Promise<{ all: ReadableSpan[]; error?: Error }> {
  const query = observe(queryOf(messagesOf(name)));
  let failure: Error | undefined;
  try {
    for await (const message of query({ prompt: 'Why is the order late?', ...parameters })) void message;
  } catch (error) {
    failure = error as Error;
  }
  return { all: await spans.all(), ...(failure && { error: failure }) };
}

const attribute = (span: ReadableSpan | undefined, name: string) => span?.attributes[name];
const json = (span: ReadableSpan | undefined, name: string) => JSON.parse(String(attribute(span, name))) as unknown;
const idOf = (span: ReadableSpan | undefined) => span?.spanContext().spanId;
const calls = (all: readonly ReadableSpan[]) => named(all, 'execute_tool');
const answers = (all: readonly ReadableSpan[]) => named(all, 'chat');
const rootOf = (all: readonly ReadableSpan[]) => all.find((span) => span.name.startsWith('invoke_agent'));
const sum = (all: readonly ReadableSpan[], name: string) =>
  all.reduce((total, span) => total + Number(attribute(span, name)), 0);

interface SentMessage {
  role: string;
  parts: { type: string; content?: string; response?: unknown }[];
}
const thoughtsOf = (span: ReadableSpan): (string | undefined)[] =>
  (json(span, GEN_AI.outputMessages) as SentMessage[]).flatMap(({ parts }) =>
    parts.filter(({ type }) => type === 'reasoning').map(({ content }) => content),
  );

describe('a run of Claude’s Agent SDK', () => {
  it.each(['loop', 'loop-partial', 'sub-agents'])('has each answer once, with its thought: %s', async (name) => {
    const { all } = await run(name);
    const served = servedIn(name);
    expect(answers(all).flatMap(thoughtsOf).toSorted()).toEqual(served.map(({ thought }) => thought).toSorted());
    expect(new Set(all.map((span) => span.spanContext().traceId)).size).toBe(1);
    expect(
      calls(all)
        .map(({ attributes }) => String(attributes[GEN_AI.toolName]))
        .toSorted(),
    ).toEqual(served.flatMap((turn) => turn.calls).toSorted());
  });

  it('pairs each call with its thought and its result, and knows which one failed', async () => {
    const { all } = await run('loop');
    const [order, shipment, policy, refund] = calls(all);
    const [first, second, third] = servedIn('loop');
    expect(attribute(order, SUBTEXT.reasoning)).toEqual([first?.thought]);
    expect(attribute(shipment, SUBTEXT.reasoningRef)).toBe(attribute(order, GEN_AI.toolCallId));
    expect(attribute(policy, SUBTEXT.reasoning)).toEqual([second?.thought]);
    expect(attribute(refund, SUBTEXT.reasoning)).toEqual([third?.thought]);
    expect([order, shipment, policy, refund].map((span) => attribute(span, SUBTEXT.toolStatus))).toEqual([
      ...['ok', 'ok', 'ok', 'error'],
    ]);
    expect(String(attribute(shipment, GEN_AI.toolResult))).toContain('it left Porto on Tuesday');
    expect(attribute(order, SUBTEXT.toolDurationInferred)).toBe(true);
    expect(refund?.status.code).toBe(SpanStatusCode.ERROR);
  });

  it('has exactly the reported tokens of each answer where partial messages are asked for', async () => {
    const { all } = await run('loop-partial');
    const figures = answers(all).map((span) => [
      attribute(span, GEN_AI.inputTokens),
      attribute(span, GEN_AI.outputTokens),
      attribute(span, GEN_AI.reasoningTokens),
      attribute(span, SUBTEXT.usageOutputSource),
    ]);
    expect(figures).toEqual(
      servedIn('loop-partial').map(({ usage }) => [usage.input, usage.output, usage.thinking, undefined]),
    );
  });

  it.each(['loop', 'sub-agents', 'sub-agents-unforwarded', 'streaming-input', 'resumed', 'denied', 'max-turns'])(
    'splits the reported output over the answers, and says so: %s',
    async (name) => {
      const { all } = await run(name);
      const served = servedIn(name);
      const total = (figure: keyof ServedTurn['usage']) =>
        served.reduce((whole, { usage }) => whole + usage[figure], 0);
      expect(answers(all)).toHaveLength(served.length);
      expect(sum(answers(all), GEN_AI.inputTokens)).toBe(total('input'));
      expect(sum(answers(all), GEN_AI.outputTokens)).toBe(total('output'));
      expect(sum(answers(all), GEN_AI.reasoningTokens)).toBe(total('thinking'));
      // Only figures of a single answer are exact.
      const sources = answers(all).map((span) => attribute(span, SUBTEXT.usageOutputSource));
      expect(sources).toContain(name === 'resumed' ? 'derived' : 'apportioned');
    },
  );

  it('reports its own sums, its session, and what the program says of it', async () => {
    const { all } = await run('loop');
    const root = rootOf(all);
    expect(root?.attributes).toMatchObject({
      [GEN_AI.inputTokens]: 1846,
      [GEN_AI.outputTokens]: 304,
      [SUBTEXT.providerCostUsd]: 0.010098000000000001,
      'subtext.metadata.cwd': '/srv/shop',
      'subtext.metadata.num_turns': '5',
    });
    const session = messagesOf('loop').find((message) => message.session_id)?.session_id;
    expect(new Set(all.map((span) => attribute(span, 'session.id')))).toEqual(new Set([session]));
    for (const span of answers(all)) expect(span.parentSpanContext?.spanId).toBe(idOf(root));
  });

  it('has the user’s question, and does not take what it cannot see for empty', async () => {
    const { all } = await run('loop', { options: { systemPrompt: 'You are the order desk.' } });
    const [first, second] = answers(all);
    expect(json(first, GEN_AI.inputMessages)).toMatchObject([
      { role: 'user', parts: [{ type: 'text', content: 'Why is the order late?' }] },
    ]);
    expect((json(second, GEN_AI.inputMessages) as SentMessage[]).map(({ role }) => role)).toEqual([
      ...['user', 'assistant', 'user'],
    ]);
    expect(attribute(first, SUBTEXT.unreported)).toEqual([
      ...['gen_ai.system_instructions', 'gen_ai.tool.definitions', 'gen_ai.input.messages'],
    ]);
    expect(String(attribute(first, GEN_AI.systemInstructions))).toContain('You are the order desk.');
  });

  it('nests sub-agents under the calls that started them, and names them', async () => {
    const { all } = await run('sub-agents');
    const starting = calls(all).filter((span) => attribute(span, GEN_AI.toolName) === 'Agent');
    expect(starting).toHaveLength(2);
    for (const call of starting) {
      const name = (json(call, GEN_AI.toolArguments) as { subagent_type: string }).subagent_type;
      const own = all.filter((span) => span.parentSpanContext?.spanId === idOf(call));
      expect(own.map((span) => span.name.split(' ')[0]).toSorted()).toEqual(['chat', 'chat', 'execute_tool']);
      expect(new Set(own.map((span) => attribute(span, GEN_AI.agentName)))).toEqual(new Set([name]));
      const thoughts = own.filter((span) => span.name.startsWith('chat')).flatMap(thoughtsOf);
      expect(thoughts).toEqual(servedIn('sub-agents').flatMap((turn) => (turn.agent === name ? [turn.thought] : [])));
    }
  });

  it('marks answers of sub-agents whose texts the program keeps', async () => {
    const { all } = await run('sub-agents-unforwarded');
    const partial = answers(all).filter((span) =>
      (attribute(span, SUBTEXT.unreported) as string[]).includes(GEN_AI.outputMessages),
    );
    expect(partial).toHaveLength(4);
    expect(partial.map((span) => attribute(span, SUBTEXT.thinkingState))).not.toContain('none');
    expect(JSON.stringify(partial.map((span) => json(span, GEN_AI.outputMessages)))).toContain('is in Porto');
  });

  it('has the questions of a streaming input, each before its turn', async () => {
    async function* prompt() {
      yield { type: 'user', message: { role: 'user', content: 'Why is it late?' } };
      yield { type: 'user', message: { role: 'user', content: [{ type: 'text', text: 'And now?' }] } };
    }
    const { all } = await run('streaming-input', { prompt: prompt() });
    expect(answers(all)).toHaveLength(5);
    const asked = (span: ReadableSpan | undefined) => String(attribute(span, GEN_AI.inputMessages));
    expect(asked(answers(all)[0])).toContain('Why is it late?');
    expect(asked(answers(all)[3])).not.toContain('And now?');
    expect(asked(answers(all)[4])).toContain('And now?');
  });

  it('ends as a failure when the program reports one, and passes its error on', async () => {
    const { all, error } = await run('max-turns');
    expect(error?.message).toContain('Reached maximum number of turns');
    expect(rootOf(all)?.status).toMatchObject({ code: SpanStatusCode.ERROR });
    expect(attribute(rootOf(all), 'error.type')).toBe('error_max_turns');
    await spans.clear();
    const refused = await run('refused');
    expect(rootOf(refused.all)?.status.code).toBe(SpanStatusCode.ERROR);
    expect(answers(refused.all)).toMatchObject([{ status: { code: SpanStatusCode.ERROR } }]);
    expect(attribute(answers(refused.all)[0], GEN_AI.outputMessages)).toBeUndefined();
  });

  it('keeps runs at once apart, and belongs to the active span', async () => {
    const parent = otel.getTracer('app').startSpan('app');
    await context.with(otel.setSpan(context.active(), parent), () =>
      withContext({ session: 'mine' }, () => Promise.all([run('loop'), run('denied')])),
    );
    parent.end();
    const all = await spans.all();
    const roots = all.filter((span) => span.name.startsWith('invoke_agent'));
    expect(roots.map((root) => root.parentSpanContext?.spanId)).toEqual(Array(2).fill(parent.spanContext().spanId));
    for (const root of roots) {
      expect(all.filter((span) => span.parentSpanContext?.spanId === idOf(root))).toHaveLength(8);
    }
    expect(new Set(answers(all).map((span) => attribute(span, 'session.id')))).toEqual(new Set(['mine']));
  });
});

describe('an observed query', () => {
  it('is the same object with the same messages, promises and methods', async () => {
    const messages = messagesOf('loop');
    const query = queryOf(messages);
    let original: Query | undefined;
    const running = observe((parameters: Parameters) => (original = query(parameters)))({ prompt: 'x' });
    expect(running).toBe(original);
    expect(Object.keys(running)).toEqual(['isInterrupted']);
    await running.interrupt();
    expect(running.isInterrupted).toBe(true);
    const yielded: Yielded[] = [];
    for await (const message of running) yielded.push(message);
    expect(yielded.every((message, index) => message === messages[index])).toBe(true);
    expect(await running.next()).toEqual({ done: true, value: undefined });
  });

  it('that is left early is cut there', async () => {
    for await (const message of observe(queryOf(messagesOf('loop')))({ prompt: 'x' })) {
      if (message.type === 'user') break;
    }
    const all = await spans.all();
    expect(rootOf(all)?.attributes).toMatchObject({ [SUBTEXT.incomplete]: true, [SUBTEXT.incompleteReason]: 'abort' });
    expect(answers(all)).toHaveLength(1);
    // Its output was not reported.
    expect(attribute(answers(all)[0], GEN_AI.outputTokens)).toBeUndefined();
    expect(calls(all).map((span) => attribute(span, SUBTEXT.toolStatus))).toEqual(['ok', 'no_result']);
  });

  it('throws what its generator throws', async () => {
    const running = observe(queryOf(messagesOf('loop')))({ prompt: 'x' });
    await running.next();
    const error = new Error('stop');
    await expect(running.throw(error)).rejects.toBe(error);
    expect(attribute(rootOf(await spans.all()), 'error.type')).toBe('Error');
  });

  it('is recorded once, by the function and by the package, observed once or twice', async () => {
    const query = queryOf(messagesOf('loop'));
    const sdk = Object.freeze({ query, createSdkMcpServer: () => ({}), tool: () => ({}) });
    expect(observe(sdk).tool).toBe(sdk.tool);
    expect(observe(query).name).toBe('query');
    for (const observed of [observe(observe(query)), observe(sdk).query, observe(observe(sdk)).query]) {
      for await (const message of observed({ prompt: 'x' })) void message;
      expect(answers(await spans.all())).toHaveLength(4);
      await spans.clear();
    }
  });

  it('of a program that was started before is recorded', async () => {
    const started = { query: (prompt: string) => queryOf(messagesOf('loop'))({ prompt }), close: () => undefined };
    const startup = async () => Object.assign(started, { [Symbol.asyncDispose]: async () => undefined });
    const sdk = observe({ query: queryOf([]), createSdkMcpServer: () => ({}), startup });
    for await (const message of (await sdk.startup()).query('Why?')) void message;
    const [first] = answers(await spans.all());
    expect(String(attribute(first, GEN_AI.inputMessages))).toContain('Why?');
  });
});
