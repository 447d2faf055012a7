/**
 * Generated agents of agents, with questions, answers and results that others share: no conversation is nested under a
 * call that did not start it, and one whose question and answer are its own always is.
 */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { agentRunner, callSpan, chatsOf, type Agent, type AgentCall } from '../../testing/agent-tree.ts';
import { startReplayServer, type ReplayServer } from '../../testing/replay-server.ts';
import { collectSpans } from '../../testing/spans.ts';

const spans = collectSpans();
let server: ReplayServer;
beforeAll(async () => {
  server = await startReplayServer();
});
afterEach(() => spans.clear());
afterAll(() => server.close());

/** Few texts, so that many conversations and calls share them. */
const SHARED = [
  'Oslo',
  'Which fjords are near Oslo?',
  'The Oslofjord, and two smaller ones.',
  'Yes',
  '{"city":"Oslo"}',
];

/** Results of other tools. A tool that returns what an agent answers to the same question would be that agent. */
const RESULTS = ['Three fjords.', 'No', '{"city":"Bergen"}'];

interface Shape {
  /** Indices of shared texts; undefined: a text of its own. */
  question: number | undefined;
  answer: number | undefined;
  pause: number;
  isFailing: boolean;
  turns: { children: Shape[]; tools: { argument: number; result: number }[] }[];
}

const text = fc.option(fc.nat({ max: SHARED.length - 1 }), { nil: undefined });
const shared = fc.nat({ max: SHARED.length - 1 });
const tools = fc.array(fc.record({ argument: shared, result: fc.nat({ max: RESULTS.length - 1 }) }), { maxLength: 2 });

function shapes(depth: number): fc.Arbitrary<Shape> {
  const children: fc.Arbitrary<Shape[]> = depth === 0 ? fc.constant([]) : fc.array(shapes(depth - 1), { maxLength: 2 });
  return fc.record({
    question: text,
    answer: text,
    pause: fc.nat({ max: 6 }),
    isFailing: fc.boolean(),
    turns: fc.array(fc.record({ children, tools }), { maxLength: 2 }),
  });
}

interface Started {
  agent: Agent;
  /** The call that started it; undefined for a conversation of its own. */
  call: AgentCall | undefined;
  isUnique: boolean;
}

/** Gives every agent a name, every call an id, and every own text its own words. */
class Builder {
  readonly started: Started[] = [];
  #count = 0;

  build({ question, answer, pause, isFailing, turns }: Shape, call?: AgentCall): Agent {
    this.#count += 1;
    const number = this.#count;
    const agent: Agent = {
      name: `agent ${number}`,
      question: question === undefined ? `The question of agent ${number}?` : SHARED[question]!,
      answer: answer === undefined ? `This is the answer of agent number ${number}.` : SHARED[answer]!,
      pause,
      turns: [],
      ...(isFailing && {
        refusal: { status: 400, message: `The provider refused agent number ${number}.` },
      }),
    };
    if (call) Object.assign(call, { agent, arguments: { input: agent.question } });
    this.started.push({ agent, call, isUnique: question === undefined && (isFailing || answer === undefined) });
    return Object.assign(agent, { turns: turns.map((turn) => this.#calls(turn)).filter((calls) => calls.length > 0) });
  }

  #calls({ children, tools }: Shape['turns'][number]): AgentCall[] {
    const agents = children.map((child) => {
      const call = this.#call({});
      this.build(child, call);
      return call;
    });
    const others = tools.map(({ argument, result }) => ({
      ...this.#call({ about: SHARED[argument] }),
      result: RESULTS[result]!,
    }));
    return [...agents, ...others];
  }

  #call(args: object): AgentCall {
    this.#count += 1;
    return { id: `call_Unique${this.#count}x`, tool: `tool_${this.#count}`, arguments: args };
  }
}

it('a conversation is nested under the call that started it, or under none', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(shapes(2), { minLength: 1, maxLength: 3 }), async (made) => {
      await spans.clear();
      const builder = new Builder();
      const run = agentRunner(server);
      // A lead that fails ends like any application whose model call fails.
      await Promise.all(made.map((one) => run(builder.build(one)).catch(() => undefined)));
      const all = await spans.all();
      for (const { agent, call, isUnique } of builder.started) {
        const [first] = chatsOf(all, agent);
        const parent = first?.parentSpanContext?.spanId;
        const own = call && callSpan(all, call)?.spanContext().spanId;
        expect([undefined, own]).toContain(parent);
        if (isUnique && call) expect(parent).toBe(own);
      }
    }),
    { numRuns: 40 },
  );
});
