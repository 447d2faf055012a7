/** The first fork in one sentence: what one run did there and the other did not. */
import { hasError, isAwaited, toolParts } from '../../../lib/steps/sentences.ts';
import { taskLabel } from '../../../lib/steps/step-task.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import type { Difference, Pair } from './align.ts';

interface Runs {
  a: readonly Step[];
  b: readonly Step[];
}

export interface ForkSentence {
  /** "Agree for 6 steps." */
  before: string;
  /** "First fork at step 7" */
  fork: string;
  /** ": A called web_search twice and read_file, B called get_order." */
  says: Words;
}

/** Tool names are separate items, because they have a typeface of their own. */
export type Words = readonly (string | { tool: string })[];

export function forkSentence({ a, b }: Runs, pairs: readonly Pair[], fork: number): ForkSentence {
  if (fork < 0) return { before: agreement(pairs.length, true), fork: '', says: [] };
  const pair = pairs[fork]!;
  const [stepA, stepB] = [a[pair.a ?? -1], b[pair.b ?? -1]];
  const at = stepA?.number ?? stepB?.number ?? 0;
  const later = pairs.slice(fork + 1);
  const only = !stepA || !stepB;
  return {
    before: fork === 0 ? '' : agreement(fork, false),
    fork: `First fork at step ${at}`,
    says: [
      ': ',
      ...(only
        ? onlyWords(stepA, stepB, stepA ? nextIn(b, later, 'b') : nextIn(a, later, 'a'))
        : saysOf(stepA, stepB, pair.difference)),
      '.',
    ],
  };
}

function agreement(steps: number, isAll: boolean): string {
  const many = `${steps} ${steps === 1 ? 'step' : 'steps'}`;
  return isAll
    ? `The runs agree in all of their ${many}: same tools, same arguments, same outcome.`
    : `Agree for ${many}.`;
}

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

function saysOf(a: Step, b: Step, difference: Difference): Words {
  if (difference === 'names') return ['both ', ...didWords(a), ', with different arguments'];
  if (difference === 'values') return ['both ', ...didWords(a), ', with different values of arguments'];
  // In a response without tool calls there is no action that both runs share.
  if (difference === 'outcome' && a.kind !== 'response') return ['both ', ...didWords(a), `; ${outcome(a, b)}`];
  return ['A ', ...didWords(a), ', B ', ...didWords(b)];
}

function outcome(a: Step, b: Step): string {
  if (hasError(a) && hasError(b)) return 'other calls failed';
  return hasError(a) ? 'it failed in A only' : 'it failed in B only';
}

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
