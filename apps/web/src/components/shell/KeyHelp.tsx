'use client';
// `?`: a dialog with the commands that the current screen handles, and the switch for single-character shortcuts. The
// settings list all commands.
import { useParams } from 'next/navigation';
import { useId } from 'react';
import { keysOf } from '../../lib/keyboard/changes.ts';
import { KEY_DESCRIPTIONS } from '../../lib/keyboard/key-descriptions.ts';
import { KEY_IDS, KEYS, type KeyPlace } from '../../lib/keyboard/keys.ts';
import { usePageCommands } from '../../lib/keyboard/KeyboardProvider.tsx';
import { saveKeys, useKeysNow, useKeyTable } from '../../lib/keyboard/store.ts';
import { ButtonLink } from '../controls/Button.tsx';
import { Dialog } from '../controls/Dialog.tsx';
import { KeyCaps } from './KeyCaps.tsx';
import styles from './KeyHelp.module.css';

export function KeyHelp({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const table = useKeyTable();
  const { ids: ofPage } = usePageCommands();
  const ids = KEY_IDS.filter((id) => KEYS[id].place === 'Everywhere' || ofPage.includes(id));
  const places: readonly KeyPlace[] = [...new Set(ids.map((id) => KEYS[id].place))];
  const { project } = useParams<{ project?: string }>();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard commands" wide>
      <div className={styles.places}>
        {places.map((place) => (
          <section key={place}>
            <h3 className={styles.place}>{place}</h3>
            <dl className={styles.table}>
              {ids
                .filter((id) => KEYS[id].place === place)
                .map((id) => (
                  <div key={id} className={styles.row}>
                    <dt>{KEY_DESCRIPTIONS[id]}</dt>
                    <dd className={styles.ways}>
                      {table[id].keys.map((keys) => (
                        <KeyCaps key={keys} keys={keys} />
                      ))}
                      {table[id].keys.length === 0 && 'off'}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <SingleKeySwitch />
      {project && (
        <p>
          <ButtonLink href={`/p/${project}/settings/keyboard`} onClick={() => onOpenChange(false)}>
            View and change all shortcuts…
          </ButtonLink>
        </p>
      )}
    </Dialog>
  );
}

function SingleKeySwitch() {
  const { settings } = useKeysNow();
  const id = useId();
  return (
    <p className={styles.switch}>
      <input
        id={id}
        type="checkbox"
        checked={settings.singleKeys}
        onChange={(event) => saveKeys(keysOf({ ...settings, singleKeys: event.target.checked }))}
      />
      <label htmlFor={id}>Single-character shortcuts (turn off if they interfere with speech input)</label>
    </p>
  );
}
