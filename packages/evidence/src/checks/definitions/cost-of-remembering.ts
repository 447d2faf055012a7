/** What the thinking of a step cost again as input of later steps, and what leaving it out would have saved. */
import type { Check, Finding, NotChecked } from '../finding.ts';
import type { CarriedThinking, Run, Step } from '../run.ts';

function find(run: Run): Finding[] {
  const carriers = carriersOf(run);
  /** The last step whose request is not reported: it may carry everything before it. */
  const lastUnknown = run.steps.findLastIndex(({ carried }) => carried === null);
  return run.steps.flatMap((step, index) => {
    const later = carriers.get(index) ?? [];
    const thinking = step.tokens.thinking;
    if (thinking === 0 || later.length === 0) return [];
    return [finding(index, { thinking, later, isComplete: lastUnknown <= index })];
  });
}

interface Carrier {
  index: number;
  step: Step;
  isRequired: boolean | null;
}

function carriersOf({ steps }: Run): Map<number, Carrier[]> {
  const found = new Map<number, Carrier[]>();
  steps.forEach((step, index) => {
    for (const { step: earlier, isRequired } of distinct(step.carried ?? [])) {
      if (earlier >= index) continue;
      const carriers = found.get(earlier) ?? [];
      carriers.push({ index, step, isRequired });
      found.set(earlier, carriers);
    }
  });
  return found;
}

/** A step that is named twice carries the thinking once. */
const distinct = (carried: readonly CarriedThinking[]): CarriedThinking[] => [
  ...new Map(carried.map((entry) => [entry.step, entry])).values(),
];

interface Remembered {
  thinking: number | null;
  later: readonly Carrier[];
  isComplete: boolean;
}

function finding(step: number, { thinking, later, isComplete }: Remembered): Finding {
  const optional = later.filter(({ isRequired }) => isRequired === false);
  const canBeLeftOut = isComplete && later.every(({ isRequired }) => isRequired !== null);
  const tokens = isComplete && thinking !== null ? thinking * later.length : null;
  const dollars = isComplete ? dollarsOf(thinking, later) : null;
  return {
    check: 'cost-of-remembering',
    step,
    call: null,
    // The dollars are at the average price of each later input: which tokens came from the cache is not reported.
    confidence: dollars === null || hasOnePrice(later) ? 'certain' : 'likely',
    evidence: [
      { kind: 'value', name: 'thinking tokens', value: thinking },
      { kind: 'value', name: 'sent again in steps', value: later.length },
      {
        kind: 'value',
        name: 'saved tokens if left out',
        value: canBeLeftOut && thinking !== null ? thinking * optional.length : null,
      },
      { kind: 'value', name: 'saved dollars if left out', value: canBeLeftOut ? dollarsOf(thinking, optional) : null },
      ...later.map(({ index }) => ({ kind: 'reference' as const, step: index, call: null })),
    ],
    tokens,
    dollars,
  };
}

function dollarsOf(thinking: number | null, carriers: readonly Carrier[]): number | null {
  if (thinking === null) return null;
  let sum = 0;
  for (const { step } of carriers) {
    const rate = averageRate(step);
    if (rate === null) return null;
    sum += (thinking * rate) / 1_000_000;
  }
  return sum;
}

/** The average price of a million input tokens of the step. null: a part of it is unknown. */
function averageRate({ tokens, rates }: Step): number | null {
  if (!rates || tokens.input === null || tokens.cacheRead === null || tokens.cacheWrite === null) return null;
  const fresh = Math.max(0, tokens.input - tokens.cacheRead - tokens.cacheWrite);
  const kinds = [
    { count: fresh, rate: rates.input },
    { count: tokens.cacheRead, rate: rates.cacheRead },
    { count: tokens.cacheWrite, rate: rates.cacheWrite },
  ].filter(({ count }) => count > 0);
  let [sum, total] = [0, 0];
  for (const { count, rate } of kinds) {
    if (rate === null) return null;
    sum += count * rate;
    total += count;
  }
  return total === 0 ? null : sum / total;
}

const hasOnePrice = (later: readonly Carrier[]): boolean =>
  later.every(({ step: { tokens } }) => tokens.cacheRead === 0 && tokens.cacheWrite === 0);

function notChecked({ steps }: Run): NotChecked[] {
  const entry = (step: number, reason: NotChecked['reason']): NotChecked => ({
    check: 'cost-of-remembering',
    step,
    call: null,
    reason,
  });
  const lastUnknown = steps.findLastIndex(({ carried }) => carried === null);
  return steps.flatMap(({ tokens: { thinking } }, step) => {
    if (thinking === 0) return [];
    if (thinking === null) return [entry(step, 'thinking_tokens_not_reported')];
    return lastUnknown > step ? [entry(step, 'carried_thinking_not_reported')] : [];
  });
}

export const costOfRemembering: Check = {
  id: 'cost-of-remembering',
  title: 'Thinking that was paid for again as input',
  find,
  notChecked,
};
