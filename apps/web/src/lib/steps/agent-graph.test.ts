/** On rows of real traces (own-telemetry.test.ts says which programs sent them). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TraceRows } from '../skeleton/skeleton.ts';
import { agentGraph, type AgentGraph } from './agent-graph.ts';
import { buildSteps } from './build-steps.ts';
import { sumOf } from './step-sums.ts';
import { call, span } from './testing-rows.ts';

const timelineOf = (name: string) =>
  buildSteps(JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8')) as TraceRows);

const edgesOf = ({ nodes, edges }: AgentGraph) =>
  edges.map(({ from, to, kind, count }) => `${nodes[from]!.name} ${kind} ${nodes[to]!.name} ${count}`);
const nodesOf = ({ nodes }: AgentGraph) => nodes.map(({ name, runs, steps }) => [name, runs, steps.length]);

const SUB_AGENTS = ['google-adk-sub-agents', 'ai-sdk-sub-agents', 'claude-agent-sub-agents', 'strands-sub-agents'];

it('says who called whom, how often, and whose each step is', () => {
  const graph = agentGraph(timelineOf('google-adk-sub-agents'));
  expect(nodesOf(graph)).toEqual([
    ['front_desk', 1, 2],
    ['courier', 1, 2],
    ['billing', 1, 2],
  ]);
  expect(edgesOf(graph)).toEqual(['front_desk call courier 1', 'front_desk call billing 1']);
});

it('distinguishes a hand-over from a call', () => {
  const graph = agentGraph(timelineOf('google-adk-hand-over'));
  expect(edgesOf(graph)).toEqual(['reception hand-over claims_desk 1']);
});

it('keeps the steps of an agent without a name in a node of their own', () => {
  const graph = agentGraph(timelineOf('ai-sdk-sub-agents'));
  expect(nodesOf(graph)[0]).toEqual([null, 1, 2]);
  expect(edgesOf(graph)).toEqual(['null call ask_courier 1', 'null call ask_billing 1']);
});

describe.each(SUB_AGENTS)('%s', (name) => {
  const timeline = timelineOf(name);
  const { nodes } = agentGraph(timeline);

  it('has each step in one node, and their own costs add up to the ∑ of all rows', () => {
    expect(nodes.flatMap(({ steps }) => steps.map(({ number }) => number)).toSorted((a, b) => a - b)).toEqual(
      timeline.steps.map(({ number }) => number),
    );
    const rows = timeline.entries.filter(({ parent }) => parent === -1).map(({ sum }) => sum);
    expect(sumOf(nodes.map(({ own }) => own))).toEqual(sumOf(rows));
  });

  it('has the ∑ of the row that called the agents, and of the whole run', () => {
    const { entries } = timeline;
    const calling = entries.filter(({ children, entry }) => entry === 'step' && children > 0);
    expect(calling.length).toBeGreaterThan(0);
    for (const row of calling) {
      const inside = timeline.steps.filter(({ parent }) => entries[parent] === row).map(({ agent }) => agent);
      const called = nodes.filter((node) => inside.includes(node.name));
      expect(sumOf([row.entry === 'step' ? row.paid : null, ...called.map(({ withNested }) => withNested)])).toEqual(
        row.sum,
      );
    }
    expect(nodes[0]!.withNested).toEqual(sumOf(entries.filter(({ parent }) => parent === -1).map(({ sum }) => sum)));
  });
});

/** Agents by parent: `{ b: 'a' }` = a calls b. Each answers once, after the calls. */
function chain(callers: Record<string, string | null>, order: readonly string[] = Object.keys(callers)): TraceRows {
  const spans = order.flatMap((agent, index) => [
    span(`${agent} run`, {
      ...{ kind: 'agent', agent: agent.split('#')[0]!, parentId: callers[agent] ? `${callers[agent]} tool` : null },
      ...{ start: index * 10, duration: 1000, cost: null, reasoningCost: null, hiddenCost: null, state: null },
    }),
    span(`${agent} answer`, { parentId: `${agent} run`, start: index * 10 + 1, duration: 5 }),
    span(`${agent} tool`, { kind: 'tool', parentId: `${agent} run`, start: index * 10 + 7, duration: 1e9, cost: null }),
  ]);
  const calls = order.flatMap((agent, index) => [
    call(`${agent} answer`, 0, { callId: index, tool: 'ask', thoughtCount: 1 }),
    call(`${agent} tool`, 0, { callId: index, tool: 'ask', describedBy: 'execution', start: index * 10 + 7 }),
  ]);
  return { spans, calls } as TraceRows;
}

it('counts the cost of an agent that calls itself through another one once', () => {
  const graph = agentGraph(buildSteps(chain({ a: null, b: 'a', 'a#2': 'b' })));
  expect(edgesOf(graph)).toEqual(['a call b 1', 'b call a 1']);
  expect(graph.nodes.map(({ own, withNested, runs }) => [own.cost, withNested.cost, runs])).toEqual([
    [2000, 3000, 2],
    [1000, 2000, 1],
  ]);
});

it('folds thousands of agents into one node, with all their steps and costs', () => {
  const names = Array.from({ length: 3000 }, (_, index) => `worker ${index}`);
  const rows = chain({ boss: null, ...Object.fromEntries(names.map((name) => [name, 'boss'])) });
  const graph = agentGraph(buildSteps(rows), 20);
  expect(graph.nodes).toHaveLength(20);
  expect(graph.nodes[0]!.name).toBe('boss');
  expect(graph.nodes.at(-1)).toMatchObject({ name: null, agents: 3001 - 19, runs: 3001 - 19 });
  expect(graph.edges.find(({ to }) => to === 19)).toMatchObject({ from: 0, kind: 'call', count: 3001 - 19 });
  expect(sumOf(graph.nodes.map(({ own }) => own)).cost).toBe(3001 * 1000);
});

it('has no node and no edge without steps', () => {
  expect(agentGraph({ entries: [] })).toEqual({ nodes: [], edges: [] });
});
