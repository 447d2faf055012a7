/** No thinking was requested and some was billed, more than its budget, or much was requested and there was none. */
import type { Check, Finding, NotChecked } from '../finding.ts';
import type { Run, Step } from '../run.ts';
import { isThinking, thinkingDollars } from './thoughts.ts';

const OFF = new Set(['none', 'disabled', 'off']);
/** Providers may end a thought above its budget, by a little. */
const TIMES_BUDGET = 1.25;
const HIGH = new Set(['high', 'xhigh', 'max']);

function find(run: Run): Finding[] {
  return run.steps.flatMap((step, index) => {
    const confidence = confidenceOf(step);
    if (confidence === null) return [];
    return [
      {
        check: 'effort-ignored' as const,
        step: index,
        call: null,
        confidence,
        evidence: [
          { kind: 'value' as const, name: 'requested', value: requested(step) },
          { kind: 'value' as const, name: 'thinking tokens', value: step.tokens.thinking },
        ],
        tokens: step.tokens.thinking,
        dollars: thinkingDollars(step),
      },
    ];
  });
}

/** null: the effort was kept, or nothing is known against it. */
function confidenceOf(step: Step): Finding['confidence'] | null {
  const { thinking } = step.tokens;
  const effort = step.effort?.toLowerCase();
  if (OFF.has(effort ?? '') || step.budgetTokens === 0) {
    if (thinking !== null && thinking > 0) return 'certain';
    return thinking === null && isThinking(step) ? 'likely' : null;
  }
  // Providers may think a little at `minimal`, and models that adapt may find nothing to think about.
  if (effort === 'minimal') return (thinking ?? 0) > 0 ? 'likely' : null;
  if (step.budgetTokens !== null && (thinking ?? 0) > TIMES_BUDGET * step.budgetTokens) return 'likely';
  return effort !== undefined && HIGH.has(effort) && thinking === 0 && !isThinking(step) ? 'likely' : null;
}

const requested = ({ effort, budgetTokens }: Step): string =>
  [
    ...(effort === null ? [] : [`effort ${effort.slice(0, 40)}`]),
    ...(budgetTokens === null ? [] : [`budget of ${budgetTokens} tokens`]),
  ].join(', ');

function notChecked({ steps }: Run): NotChecked[] {
  return steps.flatMap((step, index) => {
    const entry = (reason: NotChecked['reason']): NotChecked[] => [
      { check: 'effort-ignored', step: index, call: null, reason },
    ];
    if (step.effort === null && step.budgetTokens === null) return entry('effort_not_reported');
    return step.tokens.thinking === null && !isThinking(step) ? entry('thinking_tokens_not_reported') : [];
  });
}

export const effortIgnored: Check = {
  id: 'effort-ignored',
  title: 'The requested effort was not kept',
  find,
  notChecked,
};
