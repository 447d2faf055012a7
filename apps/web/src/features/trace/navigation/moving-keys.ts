/**
 * The keyboard commands that move in a timeline, on its page and in a peek: go to another row, expand and collapse one.
 */
import type { KeyHandlers } from '../../../lib/keyboard/KeyboardProvider.tsx';
import type { Entry } from '../../../lib/steps/step-tree.ts';
import type { useMoves, useSelection } from './use-selection.ts';

export interface Moving {
  selecting: ReturnType<typeof useSelection>;
  moves: ReturnType<typeof useMoves>;
  isOpen: (entry: Entry) => boolean;
  toggle: (entry: Entry) => void;
}

const PAGE = 10;

export function movingKeys({ selecting: { selection, select }, moves, isOpen, toggle }: Moving): KeyHandlers {
  const { entry, call, implied } = selection;
  return {
    // The first key press selects the row that is implicitly current.
    next: () => moves.by(implied ? 0 : 1),
    previous: () => moves.by(-1),
    pageDown: () => moves.by(PAGE),
    pageUp: () => moves.by(-PAGE),
    first: moves.first,
    last: moves.last,
    inward: () => {
      if (entry && entry.children > 0 && !isOpen(entry)) toggle(entry);
      else if (entry?.entry === 'step' && entry.calls.length > 1)
        select(entry, Math.min(call + 1, entry.calls.length - 1));
    },
    outward: () => {
      if (entry?.entry === 'step' && call >= 0) select(entry, call - 1);
      else if (entry && entry.children > 0 && isOpen(entry)) toggle(entry);
    },
    nextError: () => moves.error(1),
    previousError: () => moves.error(-1),
    nextHidden: () => moves.hidden(1),
    previousHidden: () => moves.hidden(-1),
    reference: moves.reference,
    referenceBack: moves.referenceBack,
  };
}
