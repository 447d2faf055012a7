'use client';
// The keys of a command, inside a text; renders nothing for a disabled command.
import { Fragment } from 'react';
import type { KeyId } from '../../lib/keyboard/keys.ts';
import { wayWords } from '../../lib/keyboard/key-words.ts';
import { useIsMac, useWay } from '../../lib/keyboard/use-key-words.ts';

/** A key in a label: `Pause p`. */
export function KeyHint({ id }: { id: KeyId }) {
  const way = useWay(id);
  const mac = useIsMac();
  return way === undefined ? null : <kbd>{wayWords(way, mac)}</kbd>;
}

/** An action and its commands: `{ does: 'move', ids: ['previous', 'next'] }`. */
export interface DescribedKey {
  does: string;
  ids: readonly [KeyId, ...KeyId[]];
}

/** `↑ ↓ move`; a parent with several separates them by dots with `span + span`. */
export function DescribedKeyHint({ does, ids }: DescribedKey) {
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
