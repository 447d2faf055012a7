/** GLM on Z.ai's API (providers.md §11). */
import type { Draft } from '../common/draft.ts';
import { noThinking, refuseBudget, refuseOff, setEffort, wantsNoThinking } from '../common/rules.ts';

const EFFORTS = ['low', 'high', 'max'] as const;
/** Up to these versions thinking has a switch; from 5.3 on it is always on, with an effort. */
const BY_SWITCH = /glm-(?:[1-4](?:\.\d+)?|5(?:\.[0-2])?)(?![\d.])/i;

export function planGlm(draft: Draft): void {
  const bySwitch = BY_SWITCH.test(draft.model);
  refuseBudget(draft, bySwitch ? 'Leave the budget out.' : `Use an effort: ${EFFORTS.join(', ')}.`);
  if (wantsNoThinking(draft)) {
    if (!bySwitch) return refuseOff(draft, "Wish for effort: 'low'.");
    draft.set('thinking.type', 'disabled');
    return noThinking(draft);
  }
  draft.set('thinking.type', 'enabled');
  setEffort(draft, 'reasoning_effort', bySwitch ? [] : EFFORTS);
}
