/** The frameworks that are run, in the order of the table. */
import type { AgentCalls } from './script.ts';

export type Wire = 'responses' | 'chat' | 'anthropic' | 'gemini';

export interface Variant {
  wire: Wire;
  streamed: boolean;
}

export interface Framework {
  name: string;
  /** In `agents/`. */
  folder: string;
  /** The package whose version the table names. */
  package: string;
  variants: readonly Variant[];
  calls: AgentCalls;
  /** Part of the core set. */
  isCore?: boolean;
}

const bothWays = (...wires: Wire[]): Variant[] =>
  wires.flatMap((wire) => [false, true].map((streamed) => ({ wire, streamed })));

export const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'AI SDK',
    folder: 'ai-sdk',
    package: 'ai',
    variants: bothWays('responses', 'chat', 'anthropic'),
    calls: { subAgent: (agent, question) => ({ tool: `ask_${agent}`, arguments: { question } }) },
    isCore: true,
  },
  {
    name: 'LangChain and LangGraph',
    folder: 'langgraph',
    package: 'langchain',
    variants: bothWays('responses', 'chat', 'anthropic'),
    calls: {
      subAgent: (agent, question) => ({ tool: `ask_${agent}`, arguments: { question } }),
      handOver: { tool: 'transfer_to_claims_desk', arguments: {} },
    },
    isCore: true,
  },
  {
    name: 'OpenAI Agents',
    folder: 'openai-agents',
    package: '@openai/agents',
    variants: bothWays('responses', 'chat'),
    calls: {
      subAgent: (agent, input) => ({ tool: `ask_${agent}`, arguments: { input } }),
      handOver: { tool: 'transfer_to_claims_desk', arguments: {} },
    },
    isCore: true,
  },
];
