'use client';
// The keyboard commands of a peek, active while it has the focus; otherwise the list beside it handles the keys.
import { useEffect, useState, type RefObject } from 'react';
import { useRouter } from '../../../lib/address/address-state.ts';
import { copyLink } from '../../../lib/files/copy.ts';
import { useKeys, type KeyHandlers } from '../../../lib/keyboard/KeyboardProvider.tsx';
import { rememberList } from '../../../lib/address/list-path.ts';
import { pagePath, tracePath } from '../../../lib/address/pages.ts';
import { movingKeys, type Moving } from '../navigation/moving-keys.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';

interface PeekKeys extends Moving {
  address: TraceAddress;
  /** An element inside the peek. */
  inside: RefObject<HTMLElement | null>;
}

export function usePeekKeys(keys: PeekKeys): void {
  const router = useRouter();
  const { project, trace } = keys.address;
  const { step, implied } = keys.selecting.selection;
  const path = `${tracePath(project, trace)}${step && !implied ? `?step=${step.number}` : ''}`;
  const heard: KeyHandlers = {
    ...movingKeys(keys),
    open: () => {
      // When the peek is over a list, going back returns to the list as it is.
      if (location.pathname === pagePath(project, 'traces')) rememberList(project, location.search);
      router.push(path);
    },
    copyLink: () => void copyLink(new URL(path, location.origin).href),
  };
  useKeys(useFocusInside(keys.inside) ? heard : {});
}

/** The peek's toolbar is part of it: focus on its buttons is not focus in the list. */
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
