/** Thinking that ended in nothing: the output was cut, empty, or not used. */
import type { Check, Confidence, Finding, NotChecked } from '../finding.ts';
import type { Run, Step } from '../run.ts';
import { isThinking, thinkingDollars } from './thoughts.ts';

function find(run: Run): Finding[] {
  return run.steps.flatMap((step, index) => {
    const end = isThinking(step) ? endOf(step) : null;
    if (!end) return [];
    return [
      {
        check: 'ended-in-nothing' as const,
        step: index,
        call: null,
        confidence: end.confidence,
        evidence: [
          { kind: 'value' as const, name: 'ended', value: end.name },
          { kind: 'value' as const, name: 'finish', value: step.finish },
        ],
        tokens: step.tokens.thinking,
        dollars: end.name === 'retried' ? step.dollars : thinkingDollars(step),
      },
    ];
  });
}

interface End {
  name: 'retried' | 'cut by length' | 'empty answer';
  confidence: Confidence;
}

function endOf({ retried, finish, message, calls }: Step): End | null {
  if (retried) return { name: 'retried', confidence: 'certain' };
  const isEmpty = calls.length === 0 && message?.trim() === '';
  // A cut answer may still have served; a cut one without any output did not.
  if (finish === 'length') return { name: 'cut by length', confidence: isEmpty ? 'certain' : 'likely' };
  const isEnded = finish === 'complete' || finish === 'blocked' || finish === 'failed';
  return isEmpty && isEnded ? { name: 'empty answer', confidence: 'certain' } : null;
}

function notChecked({ steps }: Run): NotChecked[] {
  return steps.flatMap((step, index) => {
    const entry = (reason: NotChecked['reason']): NotChecked[] => [
      { check: 'ended-in-nothing', step: index, call: null, reason },
    ];
    if (!isThinking(step)) return step.tokens.thinking === null ? entry('thinking_not_reported') : [];
    const isUnknown =
      step.finish === null || step.retried === null || (step.calls.length === 0 && step.message === null);
    return isUnknown && !endOf(step) ? entry('answer_not_reported') : [];
  });
}

export const endedInNothing: Check = {
  id: 'ended-in-nothing',
  title: 'Thinking that ended in nothing',
  find,
  notChecked,
};
