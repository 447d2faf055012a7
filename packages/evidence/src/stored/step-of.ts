/** A stored model call as a step of a run, with where its thoughts are stored. */
import { cutOf, heldTexts } from '@subtext/reasoning';
import type { Call, CarriedThinking, Finish, HiddenThinking, Step, Thought } from '../checks/run.ts';
import type { StepContext } from './context.ts';
import type { StoredCall, StoredStep } from './stored-step.ts';

/** Where a thought is stored: a block of a call of the answer. */
export interface ThoughtPlace {
  index: number;
  block: number;
}

export interface PlacedStep {
  spanId: string;
  step: Step;
  /** For each thought of the step. */
  thoughts: ThoughtPlace[];
  /** The index in the answer of each call of the step. */
  calls: number[];
  callIds: (string | null)[];
}

export const isTool = ({ type }: Pick<StoredCall, 'type'>): boolean => type !== 'answer' && type !== 'trailing';

/** A text that a mask, a capture policy or a limit withholds as a whole is not the text. */
export const isHeld = (text: string): boolean => heldTexts(text) !== undefined;
const isCutHere = (text: string): boolean => text.endsWith(']') && cutOf(text) !== undefined;

export function stepOf(
  stored: StoredStep,
  context: StepContext,
  carried: readonly CarriedThinking[] | null,
): PlacedStep {
  const calls = stored.calls.filter(isTool);
  const { thoughts, places, isRemoved } = thoughtsOf(stored.calls);
  const { isOpen, effort, tokens, dollars, rates } = stored;
  return {
    spanId: stored.spanId,
    thoughts: places,
    calls: calls.map(({ index }) => index),
    callIds: calls.map(({ callId }) => callId),
    step: {
      newUserMessage: context.newUserMessage,
      effort,
      budgetTokens: stored.context?.thinkingBudget ?? null,
      carried,
      thoughts,
      hidden: hiddenOf(stored, isRemoved),
      message: isOpen ? null : messageOf(stored),
      calls: calls.map(callOf),
      finish: isOpen ? null : finishOf(stored),
      retried: null,
      tokens,
      dollars,
      rates,
    },
  };
}

function thoughtsOf(calls: readonly StoredCall[]) {
  const thoughts: Thought[] = [];
  const places: ThoughtPlace[] = [];
  let [callsBefore, isRemoved] = [0, false];
  for (const call of calls) {
    for (const [block, text] of call.thoughts.entries()) {
      isRemoved ||= isHeld(text) || isCutHere(text);
      if (isHeld(text)) continue;
      thoughts.push({ text, callsBefore, isSummary: call.isSummary });
      places.push({ index: call.index, block });
    }
    if (isTool(call)) callsBefore += 1;
  }
  return { thoughts, places, isRemoved };
}

function hiddenOf({ calls, state }: StoredStep, isRemoved: boolean): HiddenThinking[] {
  const ofCalls = calls.flatMap(({ hidden }) => hidden ?? []);
  const ofStep: HiddenThinking[] = state === 'redacted' || state === 'encrypted' || state === 'withheld' ? [state] : [];
  return [...new Set<HiddenThinking>([...ofCalls, ...ofStep, ...(isRemoved ? (['removed'] as const) : [])])];
}

/** null: the answer is not stored, or its text is withheld. */
function messageOf({ context }: StoredStep): string | null {
  if (!context?.hasOutput) return null;
  const texts = context.generation.output.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  return texts.some(isHeld) ? null : texts.join('');
}

function callOf({ tool, arguments: args, result, status, thinkingTokens, isEstimated }: StoredCall): Call {
  const isReported = args !== null && !isHeld(args) && !isCutHere(args);
  return { tool, arguments: isReported ? args : null, result: reported(result), status, thinkingTokens, isEstimated };
}

/** A result that is cut may differ behind the cut. */
export const reported = (text: string | null): string | null =>
  text !== null && !isHeld(text) && !isCutHere(text) ? text : null;

/** As the providers and the frameworks write them, without case, and with `_` for `-` and spaces. */
const NAMES_OF_FINISH: Readonly<Record<Finish, string>> = {
  complete:
    'stop end_turn completed complete finished stop_sequence eos eos_token tool_calls tool_call tool_use function_call',
  length: 'length max_tokens max_output_tokens max_length max_new_tokens incomplete model_context_window_exceeded',
  blocked:
    'refusal safety content_filter content_filtered guardrail_intervened blocklist prohibited_content recitation spii',
  paused: 'pause_turn',
  failed: 'error cancelled canceled failed aborted malformed_function_call unexpected_tool_call',
};
const FINISHES: ReadonlyMap<string, Finish> = new Map(
  (Object.entries(NAMES_OF_FINISH) as [Finish, string][]).flatMap(([finish, names]) =>
    names.split(' ').map((name) => [name, finish] as const),
  ),
);

function finishOf({ finishReason, hasFailed }: StoredStep): Finish | null {
  if (hasFailed) return 'failed';
  return FINISHES.get(finishReason?.toLowerCase().replaceAll(/[\s-]/g, '_') ?? '') ?? null;
}
