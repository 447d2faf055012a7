/** Decides if two thoughts can be compared, and the note beside the comparison. */
import { hasText } from '../../lib/steps/sentences.ts';
import type { Step } from '../../lib/steps/step-tree.ts';
import { isHidden } from '../../lib/thinking.ts';

export type Comparable =
  /** Both thoughts have text; `note` names the kinds when they differ (verbatim and summary, for example). */
  | { can: true; note: string | undefined }
  /** At least one thought has no text; `note` is absent when neither side reports thinking. */
  | { can: false; note: string | undefined };

export function comparable({ thought: a }: Step, { thought: b }: Step): Comparable {
  if (hasText(a) && hasText(b)) {
    if (a.state === b.state) return { can: true, note: a.state === 'summary' ? 'both are summaries' : undefined };
    return { can: true, note: a.state === 'summary' ? 'A is a summary, B verbatim' : 'A verbatim, B is a summary' };
  }
  const hidden = (thought: Step['thought']) => !hasText(thought) && isHidden(thought.state);
  if ((hidden(a) && hasText(b)) || (hasText(a) && hidden(b))) {
    return { can: false, note: `${hidden(a) ? 'A' : 'B'} is hidden: cannot be compared` };
  }
  return { can: false, note: hidden(a) && hidden(b) ? 'both are hidden: cannot be compared' : undefined };
}
