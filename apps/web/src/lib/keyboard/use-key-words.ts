'use client';
// Key names for texts, with the user's changes and disabled commands.
import { useSyncExternalStore } from 'react';
import type { KeyId } from './keys.ts';
import { wayWords } from './key-words.ts';
import { isSingleKey } from './match.ts';
import { useKeysNow } from './store.ts';

const never = () => () => {};
const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

export const useIsMac = (): boolean => useSyncExternalStore(never, isMac, () => false);

/** The command's first shortcut; undefined for a disabled command. */
export function useWay(id: KeyId): string | undefined {
  const { settings, table } = useKeysNow();
  return table[id].keys.find((way) => settings.singleKeys || !way.split(' ').some(isSingleKey));
}

/** A label with its command's shortcut: `Swap the sides (s)`. */
export function useLabel(text: string, id: KeyId): string {
  const way = useWay(id);
  const mac = useIsMac();
  return way === undefined ? text : `${text} (${wayWords(way, mac)})`;
}
