/**
 * How long a step took and where the time went: the model's time to the first token, its thinking and its output, and
 * the time of its tools. Pure. No sender reports when thinking ends: where its text was streamed, the time after the
 * first token is split by tokens and marked as inferred; otherwise it is not known.
 */
import { countedThinking } from '@subtext/reasoning';
import { whyInferred } from '../../../../lib/steps/call-outcome.ts';
import type { Step } from '../../../../lib/steps/step-tree.ts';
import type { SpanReceipt } from './receipt.ts';

export interface StepTime {
  label: string;
  /** null = not known. */
  milliseconds: number | null;
  atLeast?: boolean;
  /** Why it is not exact. */
  inferred?: string;
  /** Why it is not known. */
  unknown?: string;
}

type ModelTimes = Pick<
  SpanReceipt,
  'duration' | 'timeToFirstToken' | 'streaming' | 'state' | 'outputTokens' | 'reasoningTokens'
>;

const BY_TOKENS = 'The time after the first token, split by tokens: nothing reports when the thinking ended.';

/** The rows of the model call, in order of time, and last the whole call. */
export function modelTimes(call: ModelTimes): StepTime[] {
  const whole = { label: 'model call', milliseconds: call.duration, unknown: 'no end recorded' };
  return [firstToken(call), ...thinkingAndOutput(call), whole];
}

function firstToken({ timeToFirstToken, streaming }: ModelTimes): StepTime {
  const unknown = streaming === false ? 'the response was not streamed' : 'not reported';
  return { label: 'to the first token', milliseconds: timeToFirstToken, unknown };
}

function thinkingAndOutput(call: ModelTimes): StepTime[] {
  const { duration, timeToFirstToken, outputTokens, reasoningTokens } = call;
  const times = (thinking: Omit<StepTime, 'label'>, output: Omit<StepTime, 'label'>): StepTime[] => [
    { label: 'thinking', ...thinking },
    { label: 'output', ...output },
  ];
  const unknown = (why: string) => times({ milliseconds: null, unknown: why }, { milliseconds: null, unknown: why });
  if (duration === null) return unknown('no end recorded');
  if (timeToFirstToken === null || timeToFirstToken > duration) return unknown('the first token was not timed');
  if (reasoningTokens === null) return unknown('thinking tokens were not reported');
  const rest = duration - timeToFirstToken;
  if (reasoningTokens === 0n) return times({ milliseconds: 0 }, { milliseconds: rest });
  if (call.state !== 'readable' && call.state !== 'summary')
    return unknown('the thinking has no text, so nothing shows when it ended');
  if (outputTokens === null || outputTokens === 0n) return unknown('output tokens were not reported');
  const share = countedThinking(Number(reasoningTokens), Number(outputTokens)) / Number(outputTokens);
  return times(
    { milliseconds: Math.round(rest * share), inferred: BY_TOKENS },
    { milliseconds: Math.round(rest * (1 - share)), inferred: BY_TOKENS },
  );
}

const NOT_RUN = 'no execution was reported';

/** The time in which at least one tool of the step ran: parallel calls count once. undefined without tool calls. */
export function toolTime({ calls, kind }: Pick<Step, 'calls' | 'kind'>): StepTime | undefined {
  if (kind === 'answer' || kind === 'trailing' || kind === 'response') return undefined;
  const label = calls.length === 1 ? 'tool' : 'tools';
  const runs = calls.flatMap(({ execution }) => (execution && execution.status !== 'no_result' ? [execution] : []));
  const ended = runs.flatMap(({ start, duration }) => (duration === null ? [] : [{ start, end: start + duration }]));
  if (ended.length === 0) return { label, milliseconds: null, unknown: runs.length > 0 ? 'no end recorded' : NOT_RUN };
  const inferred = runs.find(({ durationInferred }) => durationInferred);
  return {
    label,
    milliseconds: coveredTime(ended),
    atLeast: ended.length < calls.length,
    ...(inferred && { inferred: whyInferred(inferred) }),
  };
}

function coveredTime(intervals: readonly { start: number; end: number }[]): number {
  let [covered, until] = [0, -Infinity];
  for (const { start, end } of intervals.toSorted((a, b) => a.start - b.start)) {
    covered += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return covered;
}
