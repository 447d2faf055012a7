'use client';
// The keys and the ARIA state of an input with a list of suggestions. The focus stays in the input.
import { useEffect, useRef, useState, type RefObject } from 'react';

interface Combobox {
  input: RefObject<HTMLInputElement | null>;
  /** Before this code was there. */
  wasUsed: boolean;
  /** The id of the list; that of an option is `${list}${index}`. */
  list: string;
  /** Number of suggestions; 0 = the list is closed. */
  count: number;
  /** Where the caret is after the user typed, clicked or pressed ↓; undefined to close the list. */
  onCaret: (caret: number | undefined) => void;
  onChoose: (index: number) => void;
}

export function useCombobox({ input, wasUsed, list, count, onCaret, onChoose }: Combobox) {
  const [chosen, setActive] = useState(-1);
  const active = chosen < count ? chosen : -1;
  useAria(input, { list, count, active });
  const first = useRef(wasUsed);
  const now = useRef({ count, active, onCaret, onChoose, setActive });
  useEffect(() => {
    now.current = { count, active, onCaret, onChoose, setActive };
  });
  useEffect(() => {
    const element = input.current;
    if (!element) return;
    const places = () => {
      now.current.setActive(-1);
      now.current.onCaret(element.selectionStart ?? element.value.length);
    };
    const closes = () => now.current.onCaret(undefined);
    const onKey = (event: KeyboardEvent) => {
      if (pressed(event, now.current, places)) {
        event.preventDefault();
        // The input's own keys, such as Enter to run the filter, are for a closed list.
        event.stopPropagation();
      }
    };
    const ending = new AbortController();
    const { signal } = ending;
    element.addEventListener('keydown', onKey, { signal });
    for (const event of ['input', 'click']) element.addEventListener(event, places, { signal });
    element.addEventListener('blur', closes, { signal });
    // What happened while this code was loading.
    if (element === document.activeElement && first.current) places();
    return () => ending.abort();
  }, [input]);
  return { active, setActive };
}

interface State {
  count: number;
  active: number;
  onCaret: Combobox['onCaret'];
  onChoose: Combobox['onChoose'];
  setActive: (index: number) => void;
}

/** Resolves to whether the key was for the list. */
function pressed({ key, isComposing, altKey, ctrlKey, metaKey }: KeyboardEvent, state: State, open: () => void) {
  const { count, active, onCaret, onChoose, setActive } = state;
  if (isComposing || ctrlKey || metaKey || altKey) return false;
  if (key === 'ArrowDown' && count === 0) return (open(), true);
  if (count === 0) return false;
  if (key === 'ArrowDown') return (setActive(active + 1 < count ? active + 1 : -1), true);
  if (key === 'ArrowUp') return (setActive(active < 0 ? count - 1 : active - 1), true);
  if (key === 'Escape') return (onCaret(undefined), true);
  if (key === 'Enter' && active >= 0) return (onChoose(active), true);
  if (key === 'Enter') onCaret(undefined);
  return false;
}

/** The attributes change here, because the input is rendered before this code is there. */
function useAria(
  input: Combobox['input'],
  { list, count, active }: { list: string; count: number; active: number },
): void {
  useEffect(() => {
    const element = input.current;
    if (!element) return;
    element.setAttribute('aria-expanded', String(count > 0));
    if (count > 0) element.setAttribute('aria-controls', list);
    else element.removeAttribute('aria-controls');
    if (active >= 0) element.setAttribute('aria-activedescendant', `${list}${active}`);
    else element.removeAttribute('aria-activedescendant');
    if (active >= 0) document.getElementById(`${list}${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [input, list, count, active]);
}
