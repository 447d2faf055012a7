'use client';
import { capsOf } from '../../lib/keyboard/key-words.ts';
import type { KeyId } from '../../lib/keyboard/keys.ts';
import { useIsMac, useWay } from '../../lib/keyboard/use-key-words.ts';
import styles from './KeyCaps.module.css';

/** A shortcut as key caps: `g t` is two caps, with "then" between them for screen readers. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {capsOf(keys, useIsMac()).map((caps, index) => (
        <span key={index} className={styles.press}>
          {index > 0 && <span className="visually-hidden">then</span>}
          {caps.map((cap) => (
            <kbd key={cap} className={styles.cap}>
              {cap}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}

/** The first shortcut of a command; renders nothing for a disabled command. */
export function KeysOf({ id }: { id: KeyId }) {
  const way = useWay(id);
  return way === undefined ? null : <KeyCaps keys={way} />;
}
