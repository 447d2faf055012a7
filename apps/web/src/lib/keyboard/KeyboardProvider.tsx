'use client';
// One listener for the whole app. Pages say what a command does with useKeys(); the innermost page that answers wins.
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { KEYS, type KeyId } from './keys.ts';
import { isSingleKey, match, pressName } from './match.ts';

export type KeyHandlers = Partial<Record<KeyId, (event: KeyboardEvent) => void>>;
type HandlerRef = { current: KeyHandlers };

const SEQUENCE_MILLISECONDS = 1200;
const STORAGE_KEY = 'subtext.single-keys';

const Layers = createContext<Set<HandlerRef> | null>(null);

const TYPING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';
// These answer Enter and Space by themselves.
const PRESSABLE = 'a[href], button, summary, [role="button"], [role="tab"], [role="menuitem"], [role="option"]';

function belongsToTarget(event: KeyboardEvent, press: string): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return false;
  return (press === 'Enter' || press === 'Space') && target.closest(PRESSABLE) !== null;
}

function isElsewhere(event: KeyboardEvent, id: KeyId): boolean {
  const target = event.target instanceof Element ? event.target : null;
  const inInputs = 'inInputs' in KEYS[id] && KEYS[id].inInputs;
  if (target?.closest(TYPING) && !inInputs) return true;
  return target?.closest('[role="dialog"], [role="menu"]') != null && !inInputs;
}

function answer(layers: Set<HandlerRef>, id: KeyId, event: KeyboardEvent): void {
  const handler = [...layers].reverse().find((layer) => layer.current[id])?.current[id];
  if (!handler) return;
  event.preventDefault();
  handler(event);
}

export function KeyboardProvider({ children }: { children: ReactNode }) {
  const [layers] = useState(() => new Set<HandlerRef>());
  useEffect(() => {
    let pending = '';
    let pressedAt = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      // 229: the key belongs to an input method that is composing a character.
      if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      const press = pressName(event);
      if (isSingleKey(press) && !singleKeys.enabled()) return;
      if (belongsToTarget(event, press)) return;
      const found = match(KEYS, press, event.timeStamp - pressedAt < SEQUENCE_MILLISECONDS ? pending : '');
      pending = found.pending ?? '';
      pressedAt = event.timeStamp;
      if (found.id && !isElsewhere(event, found.id)) answer(layers, found.id, event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [layers]);
  return <Layers value={layers}>{children}</Layers>;
}

/** Answers commands of the key table while the component is mounted. Later components answer first. */
export function useKeys(handlers: KeyHandlers): void {
  const layers = useContext(Layers);
  const ref = useRef(handlers);
  useEffect(() => {
    ref.current = handlers;
  });
  useEffect(() => {
    layers?.add(ref);
    return () => {
      layers?.delete(ref);
    };
  }, [layers]);
}

/** The switch for keys without a modifier (WCAG 2.1.4), kept in this browser. */
export const singleKeys = {
  enabled: () => typeof localStorage === 'undefined' || localStorage.getItem(STORAGE_KEY) !== 'off',
  set(enabled: boolean) {
    localStorage.setItem(STORAGE_KEY, enabled ? 'on' : 'off');
    window.dispatchEvent(new Event(STORAGE_KEY));
  },
  subscribe(onChange: () => void) {
    window.addEventListener(STORAGE_KEY, onChange);
    return () => window.removeEventListener(STORAGE_KEY, onChange);
  },
};

export function useSingleKeys(): [boolean, (enabled: boolean) => void] {
  const enabled = useSyncExternalStore(singleKeys.subscribe, singleKeys.enabled, () => true);
  return useMemo(() => [enabled, singleKeys.set], [enabled]);
}
