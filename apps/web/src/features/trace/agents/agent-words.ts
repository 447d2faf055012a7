// How the graph and the table name agents.
import { plural } from '../../../lib/figures/format.ts';
import type { AgentEdge, AgentGraph, AgentNode } from '../../../lib/steps/agent-graph.ts';

export function agentTitle({ name, agents }: AgentNode): string {
  return agents > 1 ? plural(agents, 'other agent') : (name ?? 'Agent without a name');
}

/** `2 runs, 5 steps` */
export const agentSize = ({ runs, steps }: AgentNode): string =>
  `${plural(runs, 'run')}, ${plural(steps.length, 'step')}`;

/** `front_desk twice, reception (hand-over)`; empty for an agent that the application started. */
export const callersOf = ({ nodes, edges }: AgentGraph, index: number): string =>
  edges
    .filter(({ to }) => to === index)
    .map((edge) => `${agentTitle(nodes[edge.from]!)}${edgeNote(edge)}`)
    .join(', ');

function edgeNote({ kind, count }: AgentEdge): string {
  const notes = [...(kind === 'hand-over' ? ['hand-over'] : []), ...(count > 1 ? [`${count} times`] : [])];
  return notes.length > 0 ? ` (${notes.join(', ')})` : '';
}

/** True if other agents ran below its steps, so that it has two different sums. */
export const hasNested = (graph: AgentGraph, index: number): boolean => graph.edges.some(({ from }) => from === index);
