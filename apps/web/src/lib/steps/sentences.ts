/** Steps in sentences: the accessible name of a row, and the texts of the panel. */
import { exactCount, money, percent, plural, shareOf } from '../figures/format.ts';
import type { SpanRow } from '../skeleton/skeleton.ts';
import { isHidden, THINKING, type DisplayedState } from '../figures/thinking.ts';
import { drawnText } from '../text/visible-text.ts';
import { isUnanswered, LACK_WORDS, NO_USAGE, usageLack } from './cost-lack.ts';
import { failuresIn, OUTCOME_WORDS, type OpenCall } from './call-outcome.ts';
import type { Call } from './joined-call.ts';
import { DOES_NOT_THINK, taskLabel } from './step-task.ts';
import type { Group, Step } from './step-tree.ts';

export { hasText } from './step-draft.ts';

/**
 * "Step 7, thought is a summary of 2,900 hidden tokens, called web_search twice and read_file, read_file failed,
 * 5.1 cents, 79 percent hidden."
 */
export function rowName(step: Step): string {
  const parts = [`Step ${step.number}`, thoughtWords(step), deedWords(step), ...failures(step), ...paidWords(step)];
  return drawnText(`${parts.filter(Boolean).join(', ')}.`);
}

export function groupName(group: Group): string {
  const title = group.kind === 'agent' ? `Agent ${drawnText(group.title)}` : 'Parent not received';
  return `${title}, ${groupSize(group)}.`;
}

/** `3 calls`; the number of steps when nothing was called, or when the row stands for an agent. */
export const groupSize = ({ kind, children, callCount }: Group): string =>
  kind === 'missing-parent' && callCount > 0 ? plural(callCount, 'call') : plural(children, 'step');

/** True if the thinking tokens are apportioned from the figure of several steps, or estimated from the text. */
export const isAbout = ({ thought: { source }, paid }: Pick<Step, 'thought' | 'paid'>): boolean =>
  paid?.approximate === true || isAboutSource(source);

export const isAboutSource = (source: string | null): boolean => source === 'estimated' || source === 'apportioned';

function thoughtWords(step: Step): string | null {
  const { thought, shares } = step;
  if (taskLabel(step) || (thought.state === 'unreported' && step.span?.status === 'error')) return null;
  const about = isAbout(step);
  const tokens = thought.tokens === null ? null : `${about ? 'about ' : ''}${exactCount(thought.tokens)}`;
  switch (thought.state) {
    case 'readable':
      return tokens ? `thought for ${tokens} tokens` : 'thought can be read';
    case 'summary':
      return tokens ? `thought is a summary of ${tokens} hidden tokens` : 'thought is a summary';
    case 'shared':
      return shares && shares !== 'missing'
        ? `shares the thought of call ${shares.label}`
        : 'shares the thought of a call that is not in this trace';
    default:
      return lowerFirst(THINKING[shownState(step)].words({ tokens: thought.tokens, about })).replace('≈', 'about');
  }
}

function deedWords(step: Step): string {
  const { kind, calls, span, isWithin } = step;
  if (isPartial(step)) return kind === 'calls' ? `calls ${toolWords(calls)}, no end yet` : 'no end yet';
  if (kind === 'answer') return callFailure(step) === undefined ? 'answered' : 'the model call failed';
  if (kind === 'trailing') return taskLabel(step)?.toLowerCase() ?? 'then wrote more text';
  if (kind === 'response') {
    if (span?.status === 'error') return 'the model call failed';
    return isPending(step) && !isWithin ? 'no end yet' : lowerFirst(noOutputWords(isWithin));
  }
  return `${kind === 'run' ? 'ran' : 'called'} ${toolWords(calls)}`;
}

/** Shown in place of a model call's output. */
export const noOutputWords = (isWithin: boolean): string =>
  isWithin ? 'Ran within the model call above' : 'No output recorded';

/** `web_search twice and read_file`. */
export const toolWords = (calls: readonly Call[]): string =>
  toolParts(calls)
    .map((part) => (typeof part === 'string' ? part : part.tool))
    .join('');

/** The same, with tool names as separate items. */
export function toolParts(calls: readonly Call[]): (string | { tool: string })[] {
  const counts = new Map<string, number>();
  for (const { tool } of calls) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  if (counts.size === 0) return ['nothing'];
  return [...counts].flatMap(([tool, count], index) => {
    const before = index === 0 ? '' : index === counts.size - 1 ? ' and ' : ', ';
    const times = count === 1 ? '' : count === 2 ? ' twice' : ` ${exactCount(count)} times`;
    return [before, { tool }, times].filter((part) => part !== '');
  });
}

function failures({ calls }: Step): string[] {
  return (['error', 'probable_error', 'no_result'] as const).flatMap((status) => {
    const tools = [...new Set(calls.filter((call) => call.status === status).map((call) => call.tool))].join(' and ');
    if (tools === '') return [];
    return status === 'no_result' ? [`no result of ${tools} was seen`] : [`${tools} ${OUTCOME_WORDS[status].says}`];
  });
}

function paidWords(step: Step): string[] {
  const { paid, span } = step;
  if (!paid) return [];
  if (isAwaited(step) && !paid.inRun) return ['usage not known'];
  if (paid.lack === 'lengths') return [LACK_WORDS.lengths];
  if (paid.cost === null)
    return [paid.inRun ? 'charged with the run above' : ((span && usageLack(span)) ?? 'no price')];
  const share = hiddenShareOf(paid);
  return [
    `${paid.approximate ? 'about ' : ''}${spokenMoney(paid.cost)}`,
    ...(share === undefined ? [] : [`${spokenShare(share)} hidden`]),
  ];
}

const TWO_DIGITS = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });
const NANO_PER_CENT = 1e7;

/** For speech: `5.1 cents`, `1.23 dollars`. */
function spokenMoney(cost: number): string {
  if (cost === 0) return 'nothing';
  if (Math.abs(cost) >= 99.5 * NANO_PER_CENT) return `${(cost / NANO_PER_CENT / 100).toFixed(2)} dollars`;
  return `${TWO_DIGITS.format(cost / NANO_PER_CENT)} cents`;
}

const spokenShare = (share: number): string =>
  percent(share).replace(' %', ' percent').replace('<', 'less than ').replace('>', 'more than ');

/** The reason for a missing cost. */
export function whyNoCost(span: Parameters<typeof usageLack>[0] | null): string {
  const lack = span ? usageLack(span) : undefined;
  if (lack === undefined) return 'There is no price for this model.';
  return lack === NO_USAGE
    ? 'No usage was reported, so nothing can be priced.'
    : 'Only a part of the usage was reported, so nothing can be priced.';
}

/** The source of a reported total. */
const REPORTED_TOTALS: Readonly<Record<string, string>> = {
  provider: 'The total is the provider’s own figure.',
  record: 'The total comes from a log record of the sender and is apportioned to the kinds.',
};

export const reportedTotal = (costSource: string | null): string | undefined =>
  costSource === null ? undefined : REPORTED_TOTALS[costSource];

export const RUN_ABOVE =
  'The agent’s run above reports the usage of its calls together; this call alone is not in any total.';

/** "Cost $0.051, 79 % of it hidden." */
export function paidSentence(step: Step): string {
  const { paid, kind, span } = step;
  if (!paid)
    return kind === 'response'
      ? 'The call failed before any usage was reported.'
      : 'Running a tool has no price of its own.';
  if (paid.inRun) return RUN_ABOVE;
  if (isPartial(step)) return 'The model call has no end yet, so its usage is not known.';
  if (isPending(step)) return 'The model had not answered when this was recorded, so its usage is not known.';
  if (paid.lack === 'lengths')
    return 'One response made several steps: their costs are apportioned by the lengths of texts that are not shown here.';
  if (paid.cost === null) return whyNoCost(span);
  const share = hiddenShareOf(paid);
  const hidden = share === undefined ? '' : share === 0 ? ', none of it hidden' : `, ${percent(share)} of it hidden`;
  return `Cost ${paid.approximate ? '≈ ' : ''}${money(nano(paid.cost))}${hidden}.`;
}

/** Why the step's calls were made, as far as can be known; a readable thought follows the sentence. */
export function whySentence(step: Step): string {
  const { thought, kind } = step;
  const what = kind === 'answer' || kind === 'trailing' ? 'Answered' : 'Called';
  const about = isAbout(step);
  const tokens = thought.tokens === null ? '' : `${about ? '≈ ' : ''}${exactCount(thought.tokens)} `;
  if (isPartial(step)) return soFar(step);
  if (callFailure(step) !== undefined && kind !== 'calls') return beforeFailure(step);
  if (taskLabel(step)) return `${DOES_NOT_THINK}, so there is no reason to read.`;
  if (thought.state === 'readable') return `${what} because the model thought:`;
  if (thought.state === 'summary')
    return `${what} because the model thought, in the provider’s summary${tokens ? ` of ${tokens}hidden tokens` : ''}:`;
  if (thought.state === 'shared')
    return step.shares === 'missing' || !step.shares
      ? `${what} on the thought of a call that is not in this trace.`
      : `${what} on the thought of call ${step.shares.label}${step.shares.textKey ? ':' : '.'}`;
  if (kind === 'run' && thought.state === 'unreported') return 'No response in this trace requested this run.';
  if (thought.state === 'none') return 'The provider reports no thinking before this.';
  if (isPending(step)) return 'The model had not answered when this was recorded.';
  if (step.isWithin) return 'It ran within the model call above, and only its usage is reported.';
  if (thought.state === 'unreported') return 'This provider does not report thinking, so the reason is not known.';
  const words = THINKING[thought.state].words({ tokens: thought.tokens, about });
  return `${words}. The reason was paid for and cannot be read.`;
}

/** A call that failed may have failed after a thought. */
function beforeFailure({ kind, thought: { state } }: Step): string {
  if (state === 'readable') return 'What the model thought before the call failed:';
  if (state === 'summary') return 'The provider’s summary of what the model thought before the call failed:';
  return kind === 'response'
    ? 'The call failed before anything was written.'
    : 'No thinking was reported before it failed.';
}

/** Heads the text of a model call that failed, where an answer has its title. */
export const WRITTEN_BEFORE_FAILURE = 'Written before the call failed';

/** The output of an unfinished response so far. */
function soFar(step: Step): string {
  const { state } = step.thought;
  if (state === 'readable') return 'What the model thought so far:';
  if (state === 'summary') return 'The provider’s summary of what the model thought so far:';
  return isPending(step) ? 'No part of the answer has arrived so far.' : 'No thinking reported so far.';
}

/** Calls that have no line of their own in a row: their number, and how many of them failed. */
export function moreCalls(calls: readonly Call[]): { words: string; failed: string; probable: string } {
  const { failed, probable } = failuresIn(calls);
  return {
    words: `+${plural(calls.length, 'more call')}`,
    failed: failed > 0 ? `✕ ${exactCount(failed)} failed` : '',
    probable: probable > 0 ? `✕? ${exactCount(probable)} probably failed` : '',
  };
}

/** The words for a call without an end: "not yet" while spans still arrive, or in time travel. */
export const openWords = ({ live, past }: { live: boolean; past: boolean }): OpenCall =>
  past ? 'no result yet' : live ? 'running' : 'no end recorded';

/**
 * The words for a span without an end. A response with output has ended, although its end was not reported: agents that
 * send log records report no duration of model calls.
 */
export const openSpanWords = ({ status, outputTokens }: Pick<SpanRow, 'status' | 'outputTokens'>, open: OpenCall) =>
  status !== 'unset' || outputTokens !== null ? 'duration not reported' : open;

/** For a model call without a response it is not known yet whether its provider reports thinking. */
export function shownState(step: Step): DisplayedState {
  const { thought, kind, span } = step;
  if (thought.state !== 'unreported' || !span || !isUnanswered(span)) return thought.state;
  return kind === 'response' ? 'pending' : span.partial ? 'untold' : thought.state;
}

export const isPending = (step: Step): boolean => shownState(step) === 'pending';

/** The last snapshot of a streaming response, which has no end so far. */
export const isPartial = ({ span, kind }: Pick<Step, 'span' | 'kind'>): boolean =>
  kind !== 'run' && span?.partial === true;

/** Why the model call of a step failed, `''` when nothing says why; undefined when it did not fail. */
export const callFailure = ({ span, kind }: Pick<Step, 'span' | 'kind'>): string | undefined =>
  kind !== 'run' && span?.status === 'error' ? (span.statusMessage ?? '') : undefined;

/** The usage is not known before the model call has ended. */
export const isAwaited = (step: Step): boolean => isPending(step) || isPartial(step);

/** The share of hidden thinking in a cost; undefined when it is not reported, or when the cost is 0. */
export function hiddenShareOf({
  cost,
  hiddenCost,
}: {
  cost: number | null;
  hiddenCost: number | null;
}): number | undefined {
  if (cost === null || hiddenCost === null) return undefined;
  return shareOf(nano(hiddenCost), nano(cost));
}

/** The amount of thinking is not reported, so its hidden share is unknown, too. */
export const isThinkingUnknown = (step: Step): boolean =>
  !isAwaited(step) && !taskLabel(step) && step.span?.reasoningTokens === null && step.thought.state !== 'none';

/**
 * True for steps that `h` jumps to: at least half of their cost was hidden, or, without a price, their thought has no
 * text.
 */
export function isMostlyHidden(step: Step): boolean {
  const share = step.paid ? hiddenShareOf(step.paid) : undefined;
  return share === undefined ? isHidden(step.thought.state) : share >= 0.5;
}

export const hasError = (step: Step): boolean =>
  step.span?.status === 'error' || step.calls.some((call) => call.status === 'error');

/** The number of failed calls in the step; a failed model call counts as one. */
export const errorsIn = ({ calls, span }: Step): number =>
  Math.max(failuresIn(calls).failed, span?.status === 'error' ? 1 : 0);

export const nano = (cost: number): bigint => BigInt(Math.round(cost));
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
