/**
 * The step is the unit people read: a thought, and what was done on it. Here is where one begins, for those who count steps (the write path)
 * and for those who show them (the Why timeline).
 */
import type { ToolType } from './part.ts';
import type { ThinkingState } from './state.ts';
import { isHidden } from './thinking-state.ts';

/** What is known of a call of one response, in their order. null = not said. */
export interface StepCall {
  type: ToolType | 'answer' | 'trailing';
  thinkingState: ThinkingState;
  thoughtCount: number;
  reasoningTokens: number | null;
}

/**
 * The first call of a response begins a step, and so does every later one with a thought of its own; what comes after the calls is a step, too.
 * A call that merely follows a hidden thought has its state and no tokens: it belongs to the step of the call that owns it.
 */
export function beginsStep(call: StepCall, isFirst: boolean): boolean {
  if (isFirst || call.type === 'answer' || call.type === 'trailing' || call.thoughtCount > 0) return true;
  return isHidden(call.thinkingState) && call.reasoningTokens !== null;
}
