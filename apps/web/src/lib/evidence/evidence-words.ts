// Words for findings and origins. Pure.
import type { NotCheckedReason, TraceCheckId } from '@subtext/evidence';
import { exactCount, money } from '../figures/format.ts';
import type { RouterOutputs } from '../requests/trpc.ts';

export type StepEvidence = RouterOutputs['trace']['evidence'];
export type ShownFinding = StepEvidence['findings'][number];
export type ShownEvidence = ShownFinding['evidence'][number];
export type ShownOrigin = StepEvidence['origins'][number]['values'][number];
export type ShownPlace = NonNullable<ShownOrigin['places']>[number];

const FINDING_WORDS: Readonly<Record<TraceCheckId, string>> = {
  'other-tool': 'The thought names another tool than the call uses',
  'other-value': 'The thought names another identifier than the call uses',
  'against-thought': 'The thought says not to do what the call does',
  repeated: 'The same call again, with nothing new between',
  circling: 'The same thought again',
  'ended-in-nothing': 'Thinking that ended in nothing',
  'effort-ignored': 'The requested effort was not kept',
  'far-above': 'Thinking far above what the tool usually takes',
  'cost-of-remembering': 'Thinking that was paid for again as input',
  'billed-above-text': 'More thinking was billed than its text can have',
  unsourced: 'A value that the model had from nowhere',
  'invented-identifier': 'An identifier that the model had from nowhere',
};

const wordsOf = (words: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(words, name) ? words[name]! : name;

/** A check of a later version keeps its name. */
export const findingWords = (id: string): string => wordsOf(FINDING_WORDS, id);

/** How sure it is, and what it concerns as far as that is known. */
export const findingFigures = ({ confidence, tokens, cost }: ShownFinding): string[] => [
  confidence,
  ...(tokens === null ? [] : [`${exactCount(tokens)} tokens`]),
  ...(cost === null ? [] : [money(BigInt(cost))]),
];

const REASON_WORDS: Readonly<Record<NotCheckedReason, string>> = {
  thinking_redacted: 'the provider redacted the thinking',
  thinking_encrypted: 'the provider sent the thinking encrypted',
  thinking_withheld: 'thinking was billed, and its text was not sent',
  thinking_removed: 'a mask, a capture policy or a limit withholds the text',
  thinking_cut: 'the provider sent only the start of the thought',
  thinking_summarized: 'the text is a summary by the provider, which may have any length',
  thinking_not_reported: 'neither thinking nor its absence was reported',
  thinking_tokens_not_reported: 'the provider did not count the thinking',
  text_too_long: 'the thought is longer than what is read',
  arguments_not_reported: 'the arguments are not held',
  user_messages_not_reported: 'whether the user wrote something before is not known',
  answer_not_reported: 'how the answer ended, or its text, is not known',
  effort_not_reported: 'the request names no effort',
  distribution_too_small: 'too few calls of this tool have reported thinking',
  carried_thinking_not_reported: 'whether a later request contained the thinking is not known',
  context_not_stored: 'not everything that the model had is stored',
};

/** Each reason with the checks that it stopped. */
export function notCheckedWords({ notChecked }: StepEvidence): { reason: string; checks: string[] }[] {
  const pairs = Object.entries(notChecked ?? {}).flatMap(([check, reasons]) =>
    reasons.map((reason) => ({ check, reason })),
  );
  return [...Map.groupBy(pairs, ({ reason }) => reason)].map(([reason, entries]) => ({
    reason: wordsOf(REASON_WORDS, reason),
    checks: entries.map(({ check }) => check),
  }));
}

/** Why the step was not checked; undefined when it was, with or without findings. */
export function stateWords({ state, notChecked }: Pick<StepEvidence, 'state' | 'notChecked'>): string | undefined {
  if (state === 'due') return 'Not checked yet: the trace is checked a few seconds after its last span.';
  if (state === 'failed') return 'Not checked: the checks ended with an error. They run again when the trace changes.';
  if (state === 'none') return 'Not checked: only traces of the last 30 days, and those that change, are checked.';
  return notChecked === null
    ? 'Not checked: the step is beyond the model calls of a trace that are checked.'
    : undefined;
}

const KIND_WORDS: Readonly<Record<ShownPlace['kind'], string>> = {
  user: 'the user',
  instructions: 'the instructions',
  tool_result: 'the result of a tool',
  schema: 'the schema of the tool',
  argument: 'an earlier argument of the model',
  message: 'what the model wrote before',
  thought: 'the thought alone',
};

const UNKNOWN_WORDS: Readonly<Record<NonNullable<ShownOrigin['reason']>, string>> = {
  withheld: 'a text was withheld or is not stored',
  'not looked at': 'too much to look at',
  'not reported': 'instructions or tools were not reported',
};

export function originWords({ kind, reason, how, rules = [], doubt, trivial, isText }: ShownOrigin): string {
  if (kind === 'nowhere') return trivial === undefined && !isText ? 'nowhere' : 'nowhere, as expected of such a value';
  if (kind === 'unknown') return `not known: ${UNKNOWN_WORDS[reason ?? 'withheld']}`;
  const details = [
    ...(how === 'joined' ? ['put together from pieces'] : how === 'part' ? ['in a longer text'] : []),
    ...(rules.length > 0 ? [`differs in ${rules.join(', ')}`] : []),
    ...(doubt === undefined ? [] : [`may differ in ${doubt}`]),
  ];
  const from = `from ${KIND_WORDS[kind]}`;
  return details.length > 0 ? `${from} (${details.join('; ')})` : from;
}

/** `filters[0].id`; `(whole)` for arguments that are one value. */
export function pathWords(path: readonly (string | number)[]): string {
  if (path.length === 0) return '(whole)';
  return path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('');
}
