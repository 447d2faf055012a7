'use client';
// `?`: the key table as a dialog, and the switch for keys without a modifier.
import { useId } from 'react';
import { useSingleKeys } from '../../lib/keyboard/KeyboardProvider.tsx';
import { KEYS, type KeyBinding, type KeyPlace } from '../../lib/keyboard/keys.ts';
import { Dialog } from '../Dialog.tsx';
import { KeyCaps } from './KeyCaps.tsx';
import styles from './KeyHelp.module.css';

const BINDINGS: readonly KeyBinding[] = Object.values(KEYS);
const PLACES: readonly KeyPlace[] = [...new Set(BINDINGS.map((binding) => binding.place))];

export function KeyHelp({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard commands" wide>
      <div className={styles.places}>
        {PLACES.map((place) => (
          <section key={place}>
            <h3 className={styles.place}>{place}</h3>
            <dl className={styles.table}>
              {BINDINGS.filter((binding) => binding.place === place).map((binding) => (
                <div key={binding.does} className={styles.row}>
                  <dt>{binding.does}</dt>
                  <dd className={styles.ways}>
                    {binding.keys.map((keys) => (
                      <KeyCaps key={keys} keys={keys} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <SingleKeySwitch />
    </Dialog>
  );
}

function SingleKeySwitch() {
  const [enabled, setEnabled] = useSingleKeys();
  const id = useId();
  return (
    <p className={styles.switch}>
      <input id={id} type="checkbox" checked={enabled} onChange={(event) => setEnabled(event.target.checked)} />
      <label htmlFor={id}>Keys without Ctrl or ⌘ work (switch off if they get in the way of speech input)</label>
    </p>
  );
}
