'use client';
// What the keys of the table do in a peek, while the focus is in it: else they are those of the list beside it.
import { useRouter } from 'next/navigation';
import { useEffect, useState, type RefObject } from 'react';
import { copyLink } from '../../lib/copy.ts';
import { useKeys, type KeyHandlers } from '../../lib/keyboard/KeyboardProvider.tsx';
import { tracePath } from '../../lib/pages.ts';
import type { Entry } from '../../lib/steps/step-tree.ts';
import type { useMoves, useSelection } from './use-selection.ts';
import type { TraceAddress } from './trace-address.ts';

interface PeekKeys {
  address: TraceAddress;
  selecting: ReturnType<typeof useSelection>;
  moves: ReturnType<typeof useMoves>;
  isOpen: (entry: Entry) => boolean;
  toggle: (entry: Entry) => void;
  /** Stands in the peek. */
  inside: RefObject<HTMLElement | null>;
}

const PAGE = 10;

export function usePeekKeys(keys: PeekKeys): void {
  const router = useRouter();
  const { project, trace } = keys.address;
  const { step, implied } = keys.selecting.selection;
  const path = `${tracePath(project, trace)}${step && !implied ? `?step=${step.number}` : ''}`;
  const heard: KeyHandlers = {
    ...movingKeys(keys),
    open: () => router.push(path),
    copyLink: () => void copyLink(new URL(path, location.origin).href),
  };
  useKeys(useFocusInside(keys.inside) ? heard : {});
}

function movingKeys({ selecting: { selection, select }, moves, isOpen, toggle }: PeekKeys): KeyHandlers {
  const { entry, call, implied } = selection;
  return {
    // The first press chooses the row that stands for the choice.
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

/** The bar of the peek is part of it: who is on its buttons has left the list. */
function useFocusInside(place: RefObject<HTMLElement | null>): boolean {
  const [isInside, setInside] = useState(false);
  useEffect(() => {
    const look = (focused: EventTarget | null) =>
      setInside(focused instanceof Node && place.current?.closest('aside')?.contains(focused) === true);
    const onFocus = ({ target }: FocusEvent) => look(target);
    const onBlur = ({ relatedTarget }: FocusEvent) => look(relatedTarget);
    look(document.activeElement);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
    };
  }, [place]);
  return isInside;
}
