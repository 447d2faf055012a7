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
  /** As `reasoningRef` tells it: a string, or the number it is sent as. */
  id: string | number | null;
  thinkingState: ThinkingState;
  thoughtCount: number;
  reasoningTokens: number | null;
  reasoningRef: string | number | null;
}

/**
 * The first call of a response begins a step, and so does every later one with a thought of its own, or that shares another one than the call
 * before it; what comes after the calls is a step, too. A call that merely follows a hidden thought has its state and no tokens: it belongs to
 * the step of the call that owns it. `previous`: the call before it, undefined for the first.
 */
export function beginsStep(call: StepCall, previous: StepCall | undefined): boolean {
  if (previous === undefined || call.type === 'answer' || call.type === 'trailing' || call.thoughtCount > 0)
    return true;
  if (call.thinkingState === 'shared')
    return call.reasoningRef !== null && call.reasoningRef !== thoughtBehind(previous);
  return isHidden(call.thinkingState) && call.reasoningTokens !== null;
}

/** The call whose thought this one was made on. */
const thoughtBehind = ({ id, thoughtCount, reasoningRef }: StepCall): StepCall['id'] =>
  thoughtCount > 0 ? id : reasoningRef;
