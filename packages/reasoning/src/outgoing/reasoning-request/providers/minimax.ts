/** MiniMax (providers.md §11): always thinks, in tags inside the answer unless they are split. */
import type { Draft } from '../common/draft.ts';
import { refuseAnyEffort, refuseBudget, refuseOff, wantsNoThinking } from '../common/rules.ts';

export function planMiniMax(draft: Draft): void {
  const fix = 'Leave it out: MiniMax always thinks as much as it likes.';
  if (wantsNoThinking(draft)) return refuseOff(draft, fix);
  refuseAnyEffort(draft, fix);
  refuseBudget(draft, fix);
  draft.show('reasoning_split', true, [false]);
}
