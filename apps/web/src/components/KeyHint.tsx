'use client';
// How a command is pressed, within a text; nothing of a command that is switched off.
import { Fragment } from 'react';
import type { KeyId } from '../lib/keyboard/keys.ts';
import { wayWords } from '../lib/keyboard/key-words.ts';
import { useIsMac, useWay } from '../lib/keyboard/use-key-words.ts';

/** A key in a label: `Pause p`. */
export function KeyHint({ id }: { id: KeyId }) {
  const way = useWay(id);
  const mac = useIsMac();
  return way === undefined ? null : <kbd>{wayWords(way, mac)}</kbd>;
}

/** What keys do, and which: `{ does: 'move', ids: ['previous', 'next'] }`. */
export interface KeyDeed {
  does: string;
  ids: readonly [KeyId, ...KeyId[]];
}

/** `↑ ↓ move`, with a dot before it by `span + span` of whoever lists several. */
export function KeyDeedHint({ does, ids }: KeyDeed) {
  const isOn = useWay(ids[0]) !== undefined;
  if (!isOn) return null;
  return (
    <span>
      {ids.map((id) => (
        <Fragment key={id}>
          <KeyHint id={id} />{' '}
        </Fragment>
      ))}
      {does}
    </span>
  );
}
