/**
 * A published trajectory as the input of the checks: `traj` is a list of chat messages, and the thoughts are the
 * arguments of a tool `think`. Such a thought leads to the calls of the next answer.
 */
import type { Call, Run, Step, Thought } from '../src/index.ts';

export interface Trajectory {
  task_id: number;
  traj: ChatMessage[];
}

export interface ChatMessage {
  role: string;
  content: string | null;
  tool_call_id?: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[] | null;
}

export const THINK = 'think';

export function trajectoryRun({ traj }: Trajectory, tools: readonly string[]): Run {
  const results = new Map(traj.map(({ tool_call_id: id, content }) => [id, content]));
  const steps: Step[] = [];
  let thoughts: Thought[] = [];
  let newUserMessage = false;
  for (const message of traj) {
    if (message.role === 'user') newUserMessage = true;
    if (message.role !== 'assistant') continue;
    const calls = message.tool_calls ?? [];
    steps.push({
      ...UNREPORTED,
      newUserMessage,
      thoughts,
      message: message.content ?? '',
      calls: calls
        .filter((call) => call.function.name !== THINK)
        .map((call) => callOf(call, results.get(call.id) ?? null)),
    });
    thoughts = calls.filter((call) => call.function.name === THINK).map((call) => thoughtOf(call.function.arguments));
    newUserMessage = false;
  }
  return { steps, tools };
}

export function toolsOf(all: readonly Trajectory[]): string[] {
  const messages = all.flatMap(({ traj }) => traj);
  return [...new Set(messages.flatMap((message) => (message.tool_calls ?? []).map((call) => call.function.name)))];
}

/** Steps without a thought did not think: there is nothing hidden. */
const UNREPORTED = {
  effort: null,
  budgetTokens: null,
  carried: null,
  hidden: [],
  finish: 'complete',
  retried: false,
  tokens: { input: null, cacheRead: null, cacheWrite: null, output: null, thinking: 0 },
  dollars: null,
  rates: null,
} as const;

function callOf(call: { function: { name: string; arguments: string } }, result: string | null): Call {
  const { name: tool, arguments: args } = call.function;
  return { tool, arguments: args, result, status: 'unknown', thinkingTokens: null, isEstimated: false };
}

function thoughtOf(args: string): Thought {
  const { thought } = JSON.parse(args) as { thought?: string };
  return { text: thought ?? '', callsBefore: 0, isSummary: false };
}
