/**
 * Cohere's `tool_plan`: reads it from a recorded body, and adapts the expectation, because here it is output text, not
 * thinking.
 */
import type { ExpectedCall, ExpectedTurn, Turn } from './recording.ts';

/** The plan of one turn; '' when there is none. */
export function planOf(turn: Turn | undefined): string {
  const body = turn?.response.body;
  if (typeof body !== 'string') return planIn(body);
  const events = body.split('\n').filter((line) => line.includes('"tool-plan-delta"') && line.startsWith('data:'));
  return events.map((line) => planIn((JSON.parse(line.slice('data:'.length)) as { delta?: unknown }).delta)).join('');
}

function planIn(holder: unknown): string {
  const plan = (holder as { message?: { tool_plan?: unknown } } | null)?.message?.tool_plan;
  return typeof plan === 'string' ? plan : '';
}

/** Moves the plan from the thoughts to the preamble; a call that referred only to the plan refers to nothing. */
export function withPlanInPreamble(expected: ExpectedTurn, plan: string): ExpectedTurn {
  const planned = expected.tool_calls.findIndex((call) => call.reasoning.includes(plan));
  const calls = expected.tool_calls.map((call, index): ExpectedCall => {
    if (index === planned) {
      const preamble = call.preamble === null ? plan : `${call.preamble}\n\n${plan}`;
      return { ...call, reasoning: call.reasoning.filter((block) => block !== plan), preamble };
    }
    const onlyPlan = call.reasoning_ref_index === planned && expected.tool_calls[planned]?.reasoning.length === 1;
    return onlyPlan ? { ...call, reasoning_ref: null, reasoning_ref_index: null } : call;
  });
  return planned < 0 ? expected : { ...expected, tool_calls: calls };
}
