/**
 * Where the nodes of an agent graph stand: callers left of those they call, one column a depth. Pure, and made for a
 * few dozen nodes; agent-graph.ts folds the rest.
 */
import type { AgentEdge, AgentGraph } from './agent-graph.ts';

export interface AgentLayout {
  /** Column and row of each node, from 0. A node in the middle of those it calls has half a row. */
  places: { column: number; row: number }[];
  columns: number;
  rows: number;
}

export function agentLayout({ nodes, edges }: Pick<AgentGraph, 'nodes' | 'edges'>): AgentLayout {
  const depths = depthsOf(nodes.length, edges);
  const columns = Math.max(0, ...depths.map((depth) => depth + 1));
  const places = depths.map((column) => ({ column, row: 0 }));
  let rows = 0;
  for (let column = columns - 1; column >= 0; column--) {
    const here = depths.flatMap((depth, index) => (depth === column ? [index] : []));
    rows = Math.max(rows, placeColumn(here, edges, places));
  }
  return { places, columns, rows };
}

/** Steps from the first agents. An edge that closes a circle, such as a hand-over back, makes no agent deeper. */
function depthsOf(count: number, edges: readonly AgentEdge[]): number[] {
  const depths = new Array<number>(count).fill(-1);
  const called = new Set(edges.map(({ to }) => to));
  const callees = Map.groupBy(edges, ({ from }) => from);
  const reach = (first: number) => {
    depths[first] = 0;
    for (const queue = [first]; queue.length > 0;) {
      const from = queue.shift()!;
      for (const { to } of callees.get(from) ?? []) {
        if (depths[to] !== -1) continue;
        depths[to] = depths[from]! + 1;
        queue.push(to);
      }
    }
  };
  for (let index = 0; index < count; index++) if (!called.has(index) && depths[index] === -1) reach(index);
  // Agents that only call each other.
  for (let index = 0; index < count; index++) if (depths[index] === -1) reach(index);
  return depths;
}

/** Places a column beside what its nodes call, which has its places already. Returns the number of rows it needs. */
function placeColumn(
  here: readonly number[],
  edges: readonly AgentEdge[],
  places: { column: number; row: number }[],
): number {
  const wanted = here.map((index) => {
    const rows = edges
      .filter(({ from, to }) => from === index && places[to]!.column === places[index]!.column + 1)
      .map(({ to }) => places[to]!.row);
    return { index, row: rows.length > 0 ? (Math.min(...rows) + Math.max(...rows)) / 2 : undefined };
  });
  let next = 0;
  for (const { index, row } of wanted) {
    places[index]!.row = Math.max(next, row ?? next);
    next = places[index]!.row + 1;
  }
  return next;
}
