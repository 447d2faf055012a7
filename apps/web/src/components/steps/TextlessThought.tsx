// What stands in the place of a thought without a text, in the same words on every screen.
import { isAbout, shownState } from '../../lib/steps/sentences.ts';
import type { Step } from '../../lib/steps/step-tree.ts';
import { ThinkingMark } from '../ThinkingMark.tsx';

/** `owner`: how the call is called whose thought it shares, where that is known. */
export function TextlessThought({ step, owner }: { step: Step; owner?: string | undefined }) {
  const { kind, span, thought } = step;
  if (thought.state === 'unreported' && kind === 'run') return 'Not asked for in this trace';
  // Nobody knows whether it would have been told.
  if (thought.state === 'unreported' && span?.status === 'error') return '—';
  return (
    <ThinkingMark
      state={shownState(step)}
      tokens={thought.tokens}
      about={isAbout(step)}
      {...(owner === undefined ? {} : { owner })}
    />
  );
}
