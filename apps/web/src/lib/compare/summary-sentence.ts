/** What differs between two runs, in one sentence: where they part first, what each did there, and which one failed. */
import { hasError, isAwaited, toolParts } from '../steps/sentences.ts';
import { taskLabel } from '../steps/step-task.ts';
import type { Step } from '../steps/step-tree.ts';
import { exactCount, plural } from '../figures/format.ts';
import type { DifferingValue } from './differing-values.ts';
import { isDifferent, isFork, type Difference, type Pair, type Unknown } from './align.ts';

interface Runs {
  a: readonly Step[];
  b: readonly Step[];
}

export interface Summarized {
  pairs: readonly Pair[];
  /** The arguments that differ at `valuesAt`, once they are loaded. */
  values: readonly DifferingValue[] | undefined;
  valuesAt: Pair | undefined;
  /** True for a run that failed. */
  failed: { a: boolean; b: boolean };
}

/** Tool names and steps are separate items: a tool has a typeface of its own, a step is a link. */
export type Words = readonly (string | { tool: string } | { step: string; pair: Pair })[];

export function summarySentence(runs: Runs, summarized: Summarized): Words {
  const { pairs, failed } = summarized;
  const first = pairs.findIndex(isDifferent);
  const failure = failed.a === failed.b ? undefined : `${failed.a ? 'A' : 'B'} failed.`;
  if (first < 0) return failure === undefined ? [agreement(pairs)] : [agreement(pairs), ` ${failure}`];
  const end = failure === undefined ? '.' : `; ${failure}`;
  const fork = pairs.findIndex(isFork);
  const later = fork > first ? [' The first different action is at ', ...placed(runs, fork, summarized), end] : [end];
  return [...before(first), ...placed(runs, first, summarized), ...(fork > first ? ['.'] : []), ...later];
}

const before = (first: number): Words =>
  first === 0 ? ['At '] : [`Same first ${first === 1 ? 'step' : `${exactCount(first)} steps`}; at `];

function agreement(pairs: readonly Pair[]): string {
  const unknown = unknownWords(pairs.flatMap((pair) => pair.unknown));
  const steps = `in ${plural(pairs.length, 'step')}`;
  return unknown === '' ? `No difference ${steps}.` : `No difference ${steps}, as far as is known: ${unknown}.`;
}

/** "step 5 get_order was called with id 8812 in A, 8813 in B" */
function placed(runs: Runs, index: number, { pairs, values, valuesAt }: Summarized): Words {
  const pair = pairs[index]!;
  const [a, b] = [runs.a[pair.a ?? -1], runs.b[pair.b ?? -1]];
  const step = { step: `step ${a?.number ?? b?.number ?? 0}`, pair };
  if (!a || !b) {
    const later = pairs.slice(index + 1);
    return [step, ' ', ...onlyWords(a, b, a ? nextIn(runs.b, later, 'b') : nextIn(runs.a, later, 'a'))];
  }
  const [main, ...others] = pair.differences;
  const says = saysOf({ a, b }, main!, pair === valuesAt ? values : undefined);
  return [step, ' ', ...says, ...alsoWords(others.filter((one) => !isExpected(one, main!)))];
}

/** Other calls have other results. */
const isExpected = (one: Difference, main: Difference): boolean =>
  (one === 'result' || one === 'outcome') && (main === 'names' || main === 'values');

const nextIn = (steps: readonly Step[], later: readonly Pair[], side: 'a' | 'b'): Step | undefined =>
  later.map((pair) => steps[pair[side] ?? -1]).find((step) => step !== undefined);

/** Only one run has the step: says what the other run did next instead. */
function onlyWords(a: Step | undefined, b: Step | undefined, next: Step | undefined): Words {
  const [there, gone] = a ? ['A', 'B'] : ['B', 'A'];
  const step = a ?? b;
  return [
    `${there} `,
    ...(step ? didWords(step) : []),
    `, ${gone} `,
    ...(next ? ['continued without it and ', ...didWords(next)] : ['had ended']),
  ];
}

function saysOf(
  { a, b }: { a: Step; b: Step },
  difference: Difference,
  values: readonly DifferingValue[] | undefined,
): Words {
  const tools = toolParts(a.calls);
  const were = a.calls.length === 1 ? 'was' : 'were';
  switch (difference) {
    case 'names':
    case 'values':
      return [...tools, ` ${were} called with ${valueWords(values) ?? NAMES[difference]}`];
    case 'outcome':
      // In a response without tool calls there is no action that both runs share.
      if (a.kind === 'response') break;
      return ['both ', ...didWords(a), `; ${outcome(a, b)}`];
    case 'result':
      return [...tools, ' returned different results'];
    case 'model':
      return [`A used ${a.span?.model ?? 'no model'}, B used ${b.span?.model ?? 'no model'}`];
    case 'step':
    case 'tools':
      break;
    default:
      return [`the ${NAMES[difference]} differ`];
  }
  return ['A ', ...didWords(a), ', B ', ...didWords(b)];
}

/** "id 8812 in A, 8813 in B, and limit 3 in A, none in B" */
function valueWords(values: readonly DifferingValue[] | undefined): string | undefined {
  if (!values || values.length === 0) return undefined;
  const said = values.map(({ name, a, b }) => `${name} ${a ?? 'none'} in A, ${b ?? 'none'} in B`);
  return said.join(', and ');
}

function outcome(a: Step, b: Step): string {
  if (hasError(a) && hasError(b)) return 'other calls failed';
  if (hasError(a) || hasError(b)) return hasError(a) ? 'it failed in A only' : 'it failed in B only';
  return 'they ended differently';
}

/** In a list of what differs, or is not captured. */
export const NAMES: Readonly<Record<Difference, string>> = {
  step: 'steps',
  tools: 'tools',
  names: 'different arguments',
  values: 'different arguments',
  outcome: 'outcomes',
  error: 'errors',
  result: 'results',
  answer: 'answers',
  model: 'models',
  system: 'system prompts',
  input: 'inputs',
  offered: 'offered tools',
  message: 'messages',
  thought: 'thoughts',
};

/** "; the results and the thoughts differ, too" */
function alsoWords(others: readonly Difference[]): Words {
  if (others.length === 0) return [];
  const names = others.map((one) => (one === 'values' || one === 'names' ? 'the arguments' : `the ${NAMES[one]}`));
  return [`; ${listOf(names)} differ, too`];
}

/** "the thoughts are not captured in B" */
export function unknownWords(unknown: readonly Unknown[]): string {
  const of = (side: 'a' | 'b') => [
    ...new Set(
      unknown.filter(({ on }) => on === side).map(({ what }) => (what === 'values' ? 'arguments' : NAMES[what])),
    ),
  ];
  return (['a', 'b'] as const)
    .flatMap((side) => (of(side).length === 0 ? [] : [`${listOf(of(side))} unknown on ${side.toUpperCase()}`]))
    .join('; ');
}

const listOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

function didWords(step: Step): Words {
  const { kind, calls, span } = step;
  if (kind === 'answer') return ['answered'];
  if (kind === 'trailing') return [taskLabel(step)?.toLowerCase() ?? 'wrote more text'];
  if (kind === 'response') {
    if (isAwaited(step)) return ['had not answered yet'];
    return [span?.status === 'error' ? 'failed in the model call' : 'returned no output'];
  }
  return [kind === 'run' ? 'ran ' : 'called ', ...toolParts(calls)];
}
