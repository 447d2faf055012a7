/**
 * VoltAgent: agents, with their tools below them. One `llm:…` span holds all model calls of an agent, with the usage of
 * the last one only, so it is none.
 */
import type { SpanKind } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { toolOf } from '../shared/values.ts';

export const VOLTAGENT: Convention = {
  name: 'voltagent',
  detects: ({ scope }) => scope === '@voltagent/core',
  facts: voltAgentFacts,
};

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['tool', 'tool'],
  ['llm', 'chain'],
  ['retriever', 'retriever'],
]);

function voltAgentFacts({ read, text }: SpanReader): SpanFacts {
  const type = text('span.type');
  const isAgent = type === undefined && text('entity.type') === 'agent';
  return {
    kind: isAgent ? 'agent' : KINDS.get(type),
    // The entity of a sub-agent's span is the agent that it works for.
    context: { agentName: isAgent ? (text('subagent.name') ?? text('entity.name')) : undefined },
    execution: () =>
      toolOf({ id: text('tool.call.id'), name: text('tool.name'), arguments: read('input'), result: read('output') }),
  };
}
