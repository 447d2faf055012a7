'use client';
import { useSyncExternalStore } from 'react';
import styles from './KeyCaps.module.css';

const NAMES: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Shift: '⇧',
};

const never = () => () => {};
const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A way to press a command, as on the keyboard: `g t` is two caps with "then" between them for those who listen. */
export function KeyCaps({ keys }: { keys: string }) {
  const mac = useSyncExternalStore(never, isMac, () => false);
  const cap = (key: string) => {
    if (key === 'Mod') return mac ? '⌘' : 'Ctrl';
    return NAMES[key] ?? key;
  };
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((press, index) => (
        <span key={index} className={styles.press}>
          {index > 0 && <span className="visually-hidden">then</span>}
          {press.split(/(?<=.)\+/).map((key) => (
            <kbd key={key} className={styles.cap}>
              {cap(key)}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
