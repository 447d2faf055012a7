/** Steps of a skeleton, and the digests of their texts → what is compared. */
import { namesOf } from '../skeleton/span-names.ts';
import { decodeSkeleton } from '../skeleton/skeleton.ts';
import { buildSteps } from '../steps/build-steps.ts';
import { resultKeys, type Call } from '../steps/joined-call.ts';
import type { Step } from '../steps/step-tree.ts';
import { hasText } from '../steps/sentences.ts';
import type { ComparedCall, ComparedStep, Digest } from './align.ts';

/** As the server sends it. */
export interface ComparedTrace {
  calls: [key: string, names: string[] | null, args: Digest, result: Digest, thought: Digest, message: Digest][];
  requests: [spanId: string, system: Digest, input: Digest, tools: Digest][];
  areRequestsCut: boolean;
}

/** Leaves out nested model calls: whether they are reported depends on the instrumentation, not on what the run did. */
export const readSteps = (skeleton: string): Step[] =>
  buildSteps(decodeSkeleton(skeleton)).steps.filter(({ isWithin }) => !isWithin);

export function comparedSteps(steps: readonly Step[], { calls, requests }: ComparedTrace): ComparedStep[] {
  const texts = new Map(calls.flatMap((one) => namesOf(one[0]).map((key) => [key, one] as const)));
  const given = new Map(requests.flatMap((one) => namesOf(one[0]).map((id) => [id, one] as const)));
  return steps.map((step) => {
    const { kind, span, thought } = step;
    const [, system = null, input = null, offered = null] = (kind !== 'run' && given.get(span?.id ?? '')) || [];
    const isTool = kind === 'calls' || kind === 'run';
    return {
      kind,
      calls: isTool ? step.calls.map((call) => comparedCall(call, texts)) : [],
      failed: kind !== 'run' && span?.status === 'error',
      error: span?.statusMessage ?? null,
      answer: isTool || kind === 'response' ? null : (texts.get(step.calls[0]?.key ?? '')?.[2] ?? null),
      model: kind === 'run' ? null : (span?.model ?? null),
      ...{ system, input, offered },
      message: messageOf(step, texts),
      thought: thoughtOf(thought, texts),
    };
  });
}

type Texts = ReadonlyMap<string, ComparedTrace['calls'][number]>;

function comparedCall(call: Call, texts: Texts): ComparedCall {
  const [, names = null, given = null] = texts.get(call.key) ?? [];
  const results = resultKeys(call).map((key) => texts.get(key)?.[3]);
  return {
    tool: call.tool,
    names,
    arguments: given,
    outcome: OUTCOMES.has(call.status) ? call.status : null,
    result: results.find((result) => result != null) ?? null,
  };
}

/** The other statuses do not say how the call ended. */
const OUTCOMES: ReadonlySet<Call['status']> = new Set(['ok', 'error', 'probable_error']);

function messageOf({ thought: { key, hasPreamble } }: Step, texts: Texts): Digest {
  const text = texts.get(key ?? '');
  if (!text) return null;
  return hasPreamble ? text[5] : '';
}

/** A step that shares the thought of another one has none of its own. */
function thoughtOf(thought: Step['thought'], texts: Texts): Digest {
  if (thought.state === 'none' || thought.state === 'shared') return '';
  return hasText(thought) ? (texts.get(thought.key ?? '')?.[4] ?? null) : null;
}
