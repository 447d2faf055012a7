/** The frameworks that are run, in the order of the table. */
import type { AgentCalls } from './script.ts';

export type Wire = 'responses' | 'websocket' | 'chat' | 'anthropic' | 'gemini';

export interface Variant {
  wire: Wire;
  streamed: boolean;
  /** The framework reports through OpenTelemetry, too, to the same project. */
  ownTelemetry?: boolean;
}

export interface Framework {
  name: string;
  /** In `agents/`. */
  folder: string;
  /** The package whose version the table names. */
  package: string;
  variants: readonly Variant[];
  calls: AgentCalls;
  /** The package that its own telemetry needs. Absent = it has it built in. */
  telemetry?: string;
  /** What a reader of its variants should know. */
  remark?: string;
  /** Its program has an order desk with a tool that waits for approval. */
  hasApproval?: boolean;
  /** Checked by `npm test`. */
  isCore?: boolean;
}

const bothWays = (...wires: Wire[]): Variant[] =>
  wires.flatMap((wire) => [false, true].map((streamed) => ({ wire, streamed })));

const withOwnTelemetry = (...variants: Variant[]): Variant[] =>
  variants.map((variant) => ({ ...variant, ownTelemetry: true }));

/** As a reader sees it. */
export function variantName({ wire, streamed, ownTelemetry }: Variant): string {
  return `${wire}, ${streamed ? 'streamed' : 'whole'}${ownTelemetry ? ', own telemetry' : ''}`;
}

export const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'AI SDK',
    folder: 'ai-sdk',
    package: 'ai',
    variants: [
      ...bothWays('responses', 'chat', 'anthropic'),
      ...withOwnTelemetry({ wire: 'responses', streamed: true }, { wire: 'anthropic', streamed: false }),
    ],
    telemetry: '@ai-sdk/otel',
    calls: { subAgent: (agent, question) => ({ tool: `ask_${agent}`, arguments: { question } }) },
    hasApproval: true,
    isCore: true,
  },
  {
    name: 'LangChain and LangGraph',
    folder: 'langgraph',
    package: 'langchain',
    variants: [
      ...bothWays('responses', 'chat', 'anthropic'),
      ...withOwnTelemetry({ wire: 'responses', streamed: true }, { wire: 'anthropic', streamed: false }),
    ],
    telemetry: '@arizeai/openinference-instrumentation-langchain',
    calls: {
      subAgent: (agent, question) => ({ tool: `ask_${agent}`, arguments: { question } }),
      handOver: { tool: 'transfer_to_claims_desk', arguments: {} },
    },
    hasApproval: true,
    isCore: true,
  },
  {
    name: 'OpenAI Agents',
    folder: 'openai-agents',
    package: '@openai/agents',
    variants: [
      ...bothWays('responses', 'websocket', 'chat'),
      ...withOwnTelemetry({ wire: 'responses', streamed: true }, { wire: 'chat', streamed: false }),
    ],
    telemetry: '@arizeai/openinference-instrumentation-openai-agents',
    calls: {
      subAgent: (agent, input) => ({ tool: `ask_${agent}`, arguments: { input } }),
      handOver: { tool: 'transfer_to_claims_desk', arguments: {} },
    },
    hasApproval: true,
    isCore: true,
  },
  {
    name: 'Mastra',
    folder: 'mastra',
    package: '@mastra/core',
    variants: [
      ...bothWays('responses', 'chat', 'anthropic'),
      ...withOwnTelemetry({ wire: 'responses', streamed: true }, { wire: 'anthropic', streamed: false }),
    ],
    telemetry: '@mastra/otel-exporter',
    calls: { subAgent: (agent, prompt) => ({ tool: `agent-${agent}`, arguments: { prompt } }) },
  },
  {
    name: 'Google ADK',
    folder: 'adk',
    package: '@google/adk',
    variants: [...bothWays('gemini'), ...withOwnTelemetry({ wire: 'gemini', streamed: false })],
    calls: {
      subAgent: (agent, request) => ({ tool: agent, arguments: { request } }),
      handOver: { tool: 'transfer_to_agent', arguments: { agentName: 'claims_desk' } },
    },
  },
  {
    name: 'Strands Agents',
    folder: 'strands',
    package: '@strands-agents/sdk',
    variants: [
      { wire: 'responses', streamed: true },
      { wire: 'anthropic', streamed: true },
      ...withOwnTelemetry({ wire: 'anthropic', streamed: true }),
    ],
    remark:
      'It always streams. On Chat Completions this version drops the first of two calls that a model makes at once, so that is left out.',
    calls: { subAgent: (agent, input) => ({ tool: agent, arguments: { input } }) },
  },
  {
    name: 'deepagents',
    folder: 'deepagents',
    package: 'deepagents',
    variants: [
      ...bothWays('responses', 'chat', 'anthropic'),
      ...withOwnTelemetry({ wire: 'anthropic', streamed: false }),
    ],
    telemetry: '@arizeai/openinference-instrumentation-langchain',
    calls: {
      subAgent: (agent, description) => ({ tool: 'task', arguments: { description, subagent_type: agent } }),
    },
  },
  {
    name: 'VoltAgent',
    folder: 'voltagent',
    package: '@voltagent/core',
    variants: [
      ...bothWays('responses', 'chat'),
      { wire: 'anthropic', streamed: true },
      ...withOwnTelemetry({ wire: 'responses', streamed: true }),
    ],
    remark: 'Its AI SDK 6 refuses the whole Anthropic answers of the scripted provider, so those are left out.',
    calls: {
      subAgent: (agent, task) => ({ tool: 'delegate_task', arguments: { task, targetAgents: [agent] } }),
    },
  },
  {
    name: 'LlamaIndex',
    folder: 'llamaindex',
    package: 'llamaindex',
    variants: [
      { wire: 'responses', streamed: true },
      { wire: 'chat', streamed: true },
      ...withOwnTelemetry({ wire: 'chat', streamed: true }),
    ],
    remark: 'Its agents always stream.',
    telemetry: '@traceloop/instrumentation-llamaindex',
    calls: {
      subAgent: (agent, question) => ({ tool: `ask_${agent}`, arguments: { question } }),
      handOver: { tool: 'handOff', arguments: { toAgent: 'claims_desk', reason: 'It is a claim.' } },
    },
  },
  {
    name: 'Genkit',
    folder: 'genkit',
    package: 'genkit',
    variants: [...bothWays('chat'), ...withOwnTelemetry({ wire: 'chat', streamed: false })],
    calls: { subAgent: (agent, question) => ({ tool: `ask_${agent}`, arguments: { question } }) },
  },
  {
    name: 'Claude Agent SDK',
    folder: 'claude-agent-sdk',
    package: '@anthropic-ai/claude-agent-sdk',
    variants: [...bothWays('anthropic'), ...withOwnTelemetry(...bothWays('anthropic'))],
    remark:
      'Its program always streams. Here *streamed* means a streaming input and partial messages; sub-agents run in the foreground, and their texts are forwarded (`forwardSubagentText`).',
    calls: {
      toolName: (tool) => `mcp__shop__${tool}`,
      subAgent: (agent, prompt) => ({
        tool: 'Agent',
        arguments: { description: `Ask ${agent}`, prompt, subagent_type: agent, run_in_background: false },
      }),
    },
  },
];
