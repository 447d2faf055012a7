'use client';
// Names of keys for texts: what a person changed, or switched off, is read from the one table there, too.
import { useSyncExternalStore } from 'react';
import type { KeyId } from './keys.ts';
import { wayWords } from './key-words.ts';
import { isSingleKey } from './match.ts';
import { useKeysNow } from './store.ts';

const never = () => () => {};
const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

export const useIsMac = (): boolean => useSyncExternalStore(never, isMac, () => false);

/** The first way that works now; undefined for a command that is switched off. */
export function useWay(id: KeyId): string | undefined {
  const { settings, table } = useKeysNow();
  return table[id].keys.find((way) => settings.singleKeys || !way.split(' ').some(isSingleKey));
}

/** A label with how its command is pressed: `Swap the sides (s)`. */
export function useLabel(text: string, id: KeyId): string {
  const way = useWay(id);
  const mac = useIsMac();
  return way === undefined ? text : `${text} (${wayWords(way, mac)})`;
}
