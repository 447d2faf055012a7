/**
 * Which agent of a run called which, and what each cost. The figures are sums over the entries of the timeline by
 * step-sums.ts, so that they equal its ∑ rows.
 *
 *   1  front_desk: courier, billing       front_desk ─┬─ courier
 *   2    └ courier                                    └─ billing
 *   3    └ billing
 */
import { addTo, sumOf, type Sum } from './step-sums.ts';
import type { Entry, Step, Timeline } from './step-tree.ts';

export interface AgentNode {
  /** null: the steps before any agent was named, or several agents that were folded together. */
  name: string | null;
  /** Number of agents in the node: more than 1 when they were folded together. */
  agents: number;
  /** Number of times that it was started. */
  runs: number;
  /** In display order. None for an agent that only starts others. */
  steps: Step[];
  /** The sum of its own steps. */
  own: Sum;
  /** The sum of its steps and of all that is nested below them. */
  withNested: Sum;
}

export interface AgentEdge {
  /** Indices of nodes. */
  from: number;
  to: number;
  /** A hand-over ends the caller's turn; a call returns to it. */
  kind: 'call' | 'hand-over';
  count: number;
}

export interface AgentGraph {
  /** In the order of their first appearance. */
  nodes: AgentNode[];
  edges: AgentEdge[];
}

/** More do not fit on a screen; the others are folded into one node. */
const MAX_NODES = 40;

export function agentGraph({ entries }: Pick<Timeline, 'entries'>, most = MAX_NODES): AgentGraph {
  const builder = new GraphBuilder();
  const contexts: Context[] = [];
  const around = new Around();
  const latest = new Map<number, Step>();
  for (const [index, entry] of entries.entries()) {
    const above = contexts[entry.parent] ?? TOP;
    const context = contextOf(entries, index, above);
    contexts.push(context);
    around.leaveTo(entry.parent);
    const { node: key } = context;
    if (key !== undefined) {
      const node = builder.node(key);
      if (entry.entry === 'step') builder.addStep(node, entry);
      if (above.node !== key && !around.has(key)) addTo(node.withNested, entry.sum);
      if (above.node !== key) builder.addStart(key, { above, parent: entry.parent, before: latest.get(entry.parent) });
    }
    around.enter(index, key);
    if (entry.entry === 'step') latest.set(entry.parent, entry);
  }
  return folded({ nodes: [...builder.nodes.values()], edges: builder.edges() }, most);
}

/** Folded agents count, too. */
export const agentCount = ({ nodes }: AgentGraph): number => nodes.reduce((sum, { agents }) => sum + agents, 0);

/** The key of an agent's node: its name, or null where none is reported. */
type AgentKey = string | null;

/** What an entry's descendants are in. */
interface Context {
  /** undefined: nothing has started an agent yet. */
  node: AgentKey | undefined;
  /** The step that holds the calls which started what is below it. */
  step: Step | undefined;
}

const TOP: Context = { node: undefined, step: undefined };

function contextOf(entries: readonly Entry[], index: number, above: Context): Context {
  const entry = entries[index]!;
  if (entry.entry === 'step') return { node: entry.agent, step: entry };
  return entry.kind === 'missing-parent' ? above : { node: agentOfGroup(entries, index), step: above.step };
}

/** The agents of the entries around the current one, so that an agent that calls itself is not summed twice. */
class Around {
  readonly #path: { index: number; key: AgentKey | undefined }[] = [];
  readonly #counts = new Map<AgentKey | undefined, number>();

  has(key: AgentKey): boolean {
    return (this.#counts.get(key) ?? 0) > 0;
  }

  enter(index: number, key: AgentKey | undefined): void {
    this.#path.push({ index, key });
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Children come right after their parents, so what is not around the next entry ends here. */
  leaveTo(parent: number): void {
    for (let last = this.#path.at(-1); last && last.index !== parent; last = this.#path.at(-1)) {
      this.#path.pop();
      this.#counts.set(last.key, this.#counts.get(last.key)! - 1);
    }
  }
}

/** The steps of a nested agent know its name; one that only starts others has its own. */
function agentOfGroup(entries: readonly Entry[], index: number): AgentKey {
  const first = entries[index + 1];
  const group = entries[index]!;
  return first?.parent === index && first.entry === 'step' ? first.agent : group.entry === 'group' ? group.title : null;
}

/** `transfer_to_billing`, `handoff_to_billing`, `transfer_to_agent`. */
const HAND_OVER = /^(transfer|hand_?-?(off|over))(_|-|$)/i;

const isHandedOver = ({ agent, calls }: Step, to: AgentKey): boolean =>
  agent !== to && calls.some(({ tool }) => HAND_OVER.test(tool ?? ''));

/** Where an entry begins that is of another agent than the one around it. */
interface Start {
  above: Context;
  /** Index of the parent entry. */
  parent: number;
  /** The step before it, below the same parent. */
  before: Step | undefined;
}

class GraphBuilder {
  readonly nodes = new Map<AgentKey, AgentNode>();
  readonly #edges = new Map<string, { from: AgentKey; to: AgentKey; kind: AgentEdge['kind']; count: number }>();
  readonly #started = new Set<string>();

  node(name: AgentKey): AgentNode {
    const found = this.nodes.get(name);
    if (found) return found;
    const node = { name, agents: 1, runs: 0, steps: [], own: sumOf([]), withNested: sumOf([]) };
    this.nodes.set(name, node);
    return node;
  }

  addStep(node: AgentNode, step: Step): void {
    node.steps.push(step);
    if (step.paid) addTo(node.own, step.paid);
  }

  /** One run for each caller's step, however many of the agent's steps are below it; one more for each hand-over. */
  addStart(to: AgentKey, { above, parent, before }: Start): void {
    const key = JSON.stringify([parent, to]);
    const isNew = !this.#started.has(key);
    this.#started.add(key);
    const giver = before && isHandedOver(before, to) ? before.agent : undefined;
    if (!isNew && giver === undefined) return;
    this.node(to).runs += 1;
    if (giver !== undefined) return this.#addEdge(giver, to, 'hand-over');
    if (above.node === undefined) return;
    const isHandOver = above.step?.agent === above.node && isHandedOver(above.step, to);
    this.#addEdge(above.node, to, isHandOver ? 'hand-over' : 'call');
  }

  #addEdge(from: AgentKey, to: AgentKey, kind: AgentEdge['kind']): void {
    const key = JSON.stringify([from, to, kind]);
    const known = this.#edges.get(key);
    if (known) known.count += 1;
    else this.#edges.set(key, { from, to, kind, count: 1 });
  }

  edges(): AgentEdge[] {
    const index = new Map([...this.nodes.keys()].map((key, at) => [key, at]));
    return [...this.#edges.values()].map((edge) => ({ ...edge, from: index.get(edge.from)!, to: index.get(edge.to)! }));
  }
}

/** Keeps the agents that begin the run and the most expensive ones; the others become the last node. */
function folded(graph: AgentGraph, most: number): AgentGraph {
  if (graph.nodes.length <= most) return graph;
  const called = new Set(graph.edges.map(({ to }) => to));
  const ranked = graph.nodes
    .map((node, index) => ({ index, isFirst: !called.has(index), cost: node.withNested.cost ?? 0 }))
    .toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst) || b.cost - a.cost || a.index - b.index);
  const kept = ranked
    .slice(0, most - 1)
    .map(({ index }) => index)
    .toSorted((a, b) => a - b);
  const place = new Map(kept.map((index, at) => [index, at]));
  const others = graph.nodes.filter((_node, index) => !place.has(index));
  const edges = new Map<string, AgentEdge>();
  for (const edge of graph.edges) {
    const moved = { ...edge, from: place.get(edge.from) ?? kept.length, to: place.get(edge.to) ?? kept.length };
    if (moved.from === moved.to) continue;
    const key = `${moved.from} ${moved.to} ${moved.kind}`;
    const known = edges.get(key);
    if (known) known.count += moved.count;
    else edges.set(key, moved);
  }
  return { nodes: [...kept.map((index) => graph.nodes[index]!), together(others)], edges: [...edges.values()] };
}

const together = (nodes: readonly AgentNode[]): AgentNode => ({
  name: null,
  agents: nodes.length,
  runs: nodes.reduce((sum, { runs }) => sum + runs, 0),
  steps: nodes.flatMap(({ steps }) => steps).toSorted((a, b) => a.number - b.number),
  own: sumOf(nodes.map(({ own }) => own)),
  withNested: sumOf(nodes.map(({ own }) => own)),
});
