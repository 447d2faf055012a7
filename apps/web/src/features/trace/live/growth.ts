/**
 * Streaming responses from the server → what the page shows: which steps are streaming, and the ends of their texts.
 * Pure.
 */
import { namesOf } from '../../../lib/skeleton/span-names.ts';
import type { CallRow } from '../../../lib/skeleton/skeleton.ts';
import type { Call } from '../../../lib/steps/joined-call.ts';
import { isPartial } from '../../../lib/steps/sentences.ts';
import type { Step, Timeline } from '../../../lib/steps/step-tree.ts';
import type { RouterOutputs } from '../../../lib/requests/trpc.ts';

/** The beginnings of the texts of a call, or their ends while they are streaming. */
export type Preview = RouterOutputs['trace']['previews'][number];
export type GrowingAnswer = RouterOutputs['trace']['growing'];
export type GrowingSpan = GrowingAnswer['spans'][number];
type GrowingCall = GrowingSpan['calls'][number];

/** Only the latest of more simultaneous responses are followed. */
export const MAX_GROWING = 32;

/** The last step of a streaming response. */
export interface GrowingStep {
  /** Start of its model call, by this browser's clock. */
  began: number;
  /** The ends of its texts; null = no text. */
  thought: string | null;
  arguments: string | null;
  /** The same texts by call key. */
  previews: ReadonlyMap<string, Preview>;
}

export interface Growth {
  spans: readonly GrowingSpan[];
  /** Add it to a time of the server's clock to get this browser's time. */
  offset: number;
}

/** True if the shown calls of a span are outdated: other calls, another thinking state, or a new preamble. */
export function hasOtherCalls(shown: readonly CallRow[], { callCount, calls }: GrowingSpan): boolean {
  if (shown.length !== callCount) return true;
  const byIndex = new Map(shown.map((call) => [call.index, call]));
  return calls.some((call) => {
    const row = byIndex.get(call.index);
    return row === undefined || lookOf(row) !== lookOf(call);
  });
}

type Look = Pick<CallRow, 'type' | 'tool' | 'thoughtCount' | 'hasPreamble'> & { state: string };
const lookOf = ({ type, tool, state, thoughtCount, hasPreamble }: Look | GrowingCall): string =>
  [type, tool, state, thoughtCount, hasPreamble].join(' ');

/** By step key. `origin`: start of the trace, in milliseconds since 1970 by the sender's clock. */
export function growingSteps(
  { steps }: Pick<Timeline, 'steps'>,
  { spans, offset }: Growth,
  origin: number,
): ReadonlyMap<string, GrowingStep> {
  const bySpan = new Map(spans.flatMap((span) => namesOf(span.spanId).map((name) => [name, span] as const)));
  const last = new Map(steps.flatMap((step) => (step.span && isPartial(step) ? [[step.span.id, step] as const] : [])));
  // Until the first snapshot arrives, the row shows the beginnings of the texts.
  return new Map(
    [...last].map(([id, step]) => [step.key, growingStep(step, bySpan.get(id)?.calls ?? [], origin + offset)]),
  );
}

function growingStep(step: Step, calls: readonly GrowingCall[], origin: number): GrowingStep {
  const previewOf = (key: string | null | undefined): Preview | undefined => {
    const found = calls.find(({ spanId, index }) => namesOf(`${spanId}:${index}`).includes(key ?? ''));
    if (!found) return undefined;
    const { spanId, index, thought, preamble, arguments: given } = found;
    return { spanId, index, thought, preamble, arguments: given, result: null, thoughtCut: null };
  };
  const keys = [step.thought.key, lastCallOf(step)?.key];
  const found = keys.map(previewOf);
  return {
    began: origin + (step.span?.start ?? 0),
    thought: found[0]?.thought ?? null,
    arguments: found[1]?.arguments ?? null,
    previews: new Map(keys.flatMap((key, at) => (key && found[at] ? [[key, found[at]] as const] : []))),
  };
}

/** Shown instead of the beginnings of these texts. */
export const growingPreviews = (growing: ReadonlyMap<string, GrowingStep>): ReadonlyMap<string, Preview> =>
  new Map([...growing.values()].flatMap(({ previews }) => [...previews]));

export const lastCallOf = ({ calls }: Pick<Step, 'calls'>): Call | undefined => calls.at(-1);

/** The model is thinking and has produced no output yet. */
export const isSilent = (step: Step, growing: GrowingStep | undefined): boolean =>
  isPartial(step) && (step.calls[0]?.request?.otherCharacters ?? 0) === 0 && !growing?.arguments;
