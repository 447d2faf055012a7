/**
 * A step is the unit people read: a thought and the calls made because of it. This file decides where one begins, for
 * counting steps (the write path) and for displaying them (the Why timeline).
 */
import type { ToolType } from '../parts/part.ts';
import type { ThinkingState } from '../parts/state.ts';
import { isHidden } from '../thinking/thinking-state.ts';

/** The facts about a call, in the order of its response. null = not reported. */
export interface StepCall {
  type: ToolType | 'answer' | 'trailing';
  /** In the form of `reasoningRef`: a string, or the number it is sent as. */
  id: string | number | null;
  thinkingState: ThinkingState;
  thoughtCount: number;
  reasoningTokens: number | null;
  reasoningRef: string | number | null;
}

/**
 * The first call of a response begins a step. So does every later call with a thought of its own, or that shares
 * another thought than the call before it. What comes after the calls is a step, too. A call that merely follows a
 * hidden thought has its state and no tokens: it belongs to the step of the call that owns the thought. `previous`: the
 * call before it, undefined for the first.
 */
export function beginsStep(call: StepCall, previous: StepCall | undefined): boolean {
  if (previous === undefined || call.type === 'answer' || call.type === 'trailing' || call.thoughtCount > 0)
    return true;
  if (call.thinkingState === 'shared')
    return call.reasoningRef !== null && call.reasoningRef !== thoughtBehind(previous);
  return isHidden(call.thinkingState) && call.reasoningTokens !== null;
}

/** The call that owns the thought behind this one. */
const thoughtBehind = ({ id, thoughtCount, reasoningRef }: StepCall): StepCall['id'] =>
  thoughtCount > 0 ? id : reasoningRef;
