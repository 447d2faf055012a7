'use client';
// One key listener for the whole app. Components register handlers with useKeys(); the innermost one that handles a
// command wins.
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { KEY_IDS, KEYS, type KeyId } from './keys.ts';
import { isComposing, isModifier, isSingleKey, match, pressName } from './match.ts';
import { keysNow } from './store.ts';

export type KeyHandlers = Partial<Record<KeyId, () => void>>;
type HandlerRef = { current: KeyHandlers };

/** The maximum time between two key presses of a sequence. */
export const SEQUENCE_MILLISECONDS = 1200;

/** The last layer handles a command first. */
const Layers = createContext<HandlerRef[] | null>(null);

const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"])';
// Elements that handle Enter and Space themselves.
const PRESSABLE =
  'a[href], button, summary, input[type="checkbox"], [role="button"], [role="tab"], [role="menuitem"], [role="option"]';

function belongsToTarget(event: KeyboardEvent, press: string): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return false;
  return (press === 'Enter' || press === 'Space') && target.closest(PRESSABLE) !== null;
}

function isElsewhere(event: KeyboardEvent, id: KeyId, press: string): boolean {
  const target = event.target instanceof Element ? event.target : null;
  // A key without a modifier types a character in inputs, even if the user bound a command to it.
  const inInputs = 'inInputs' in KEYS[id] && KEYS[id].inInputs && /^(Mod|Alt)\+|^F\d/.test(press);
  if (target?.closest(TYPING) && !inInputs) return true;
  return target?.closest('[role="dialog"], [role="menu"]') != null && !inInputs;
}

const handlerOf = (layers: readonly HandlerRef[], id: KeyId): (() => void) | undefined =>
  layers.findLast((layer) => layer.current[id])?.current[id];

function answer(layers: readonly HandlerRef[], id: KeyId, event: KeyboardEvent): void {
  const handler = handlerOf(layers, id);
  if (!handler) return;
  event.preventDefault();
  handler();
}

export function KeyboardProvider({ children }: { children: ReactNode }) {
  const [layers] = useState<HandlerRef[]>(() => []);
  useEffect(() => {
    let pending = '';
    let pressedAt = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event) || isModifier(event.key)) return;
      const press = pressName(event);
      const { settings, table } = keysNow();
      if (isSingleKey(press) && !settings.singleKeys) return;
      if (belongsToTarget(event, press)) return;
      const found = match(table, press, event.timeStamp - pressedAt < SEQUENCE_MILLISECONDS ? pending : '');
      pending = found.pending ?? '';
      pressedAt = event.timeStamp;
      if (found.id && !isElsewhere(event, found.id, press)) answer(layers, found.id, event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [layers]);
  return <Layers value={layers}>{children}</Layers>;
}

/**
 * Handles commands of the key table while the component is mounted. Components mounted later come first. `around` puts
 * a component last: on page load, an outer component is mounted after the inner ones.
 */
export function useKeys(handlers: KeyHandlers, around = false): void {
  const layers = useContext(Layers);
  const ref = useRef(handlers);
  useEffect(() => {
    ref.current = handlers;
  });
  useEffect(() => {
    if (around) layers?.unshift(ref);
    else layers?.push(ref);
    return () => {
      layers?.splice(layers.indexOf(ref), 1);
    };
  }, [layers, around]);
}

/**
 * The commands that mounted components handle now, in the order of the table, without those that work everywhere; `run`
 * does what the key does.
 */
export function usePageCommands(): { ids: readonly KeyId[]; run: (id: KeyId) => void } {
  const layers = useContext(Layers);
  const [ids] = useState(() =>
    KEY_IDS.filter((id) => KEYS[id].place !== 'Everywhere' && layers && handlerOf(layers, id) !== undefined),
  );
  return { ids, run: (id) => layers && handlerOf(layers, id)?.() };
}
