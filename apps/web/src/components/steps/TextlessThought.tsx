// The replacement for a thought without text, with the same words on every screen.
import { isAbout, shownState } from '../../lib/steps/sentences.ts';
import type { Step } from '../../lib/steps/step-tree.ts';
import { ThinkingMark } from '../text/ThinkingMark.tsx';

/** `owner`: label of the call whose thought it shares, if available. */
export function TextlessThought({ step, owner }: { step: Step; owner?: string | undefined }) {
  const { kind, span, thought } = step;
  if (thought.state === 'unreported' && kind === 'run') return 'Not requested in this trace';
  // The call failed, so whether it would have reported thinking is unknown.
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
