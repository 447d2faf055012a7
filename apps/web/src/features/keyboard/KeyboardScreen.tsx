'use client';
// Every command by screen with its keys: change them, disable them, reset them. Stored in this browser only.
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { CheckField } from '../../components/controls/Field.tsx';
import { SettingsPage, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { keysOf } from '../../lib/keyboard/changes.ts';
import { assign, conflictsOf } from '../../lib/keyboard/editing.ts';
import { DEFAULT_SETTINGS, KEY_IDS, KEYS, type KeyId, type KeySettings } from '../../lib/keyboard/keys.ts';
import { saveKeys, useKeysNow } from '../../lib/keyboard/store.ts';
import { toast } from '../../lib/toast.ts';
import { ChangeKeys } from './ChangeKeys.tsx';
import { CommandRow } from './CommandRow.tsx';
import styles from './keyboard.module.css';

const PLACES = [...new Set(KEY_IDS.map((id) => KEYS[id].place))];

function save(settings: KeySettings): void {
  if (!saveKeys(keysOf(settings)))
    toast('The keys are kept only until you leave', 'This browser does not let Subtext store anything.');
}

export function KeyboardScreen() {
  const { settings, table } = useKeysNow();
  const [changing, setChanging] = useState<{ id: KeyId; ways: readonly string[] }>();
  const give = (id: KeyId, ways: readonly string[]) => save(assign(settings, id, ways));
  const restore = (id: KeyId) => {
    const { keys } = KEYS[id];
    if (conflictsOf(table, id, keys).length > 0) setChanging({ id, ways: keys });
    else give(id, keys);
  };
  const restoreAll = () => {
    save(DEFAULT_SETTINGS);
    toast('All keys are back to default');
  };
  return (
    <SettingsPage
      title="Keyboard"
      lead="Your keyboard shortcuts in this browser. They work on every page, but not while you type."
      action={<Button onClick={restoreAll}>All back to default</Button>}
    >
      <div>
        <CheckField
          label="Single-character shortcuts"
          checked={settings.singleKeys}
          onChange={(event) => save({ ...settings, singleKeys: event.target.checked })}
        />
        <p className={styles.note}>
          Turn off if they interfere with speech input or other tools. Arrows, Enter, and keys with Ctrl, ⌘ or Alt keep
          working.
        </p>
      </div>
      {PLACES.map((place) => (
        <section key={place} className={styles.place} aria-labelledby={`keys-${place}`}>
          <h2 id={`keys-${place}`}>{place}</h2>
          <SettingsTable label={place} heads={['Command', 'Keys']}>
            {KEY_IDS.filter((id) => KEYS[id].place === place).map((id) => (
              <CommandRow
                key={id}
                id={id}
                ways={table[id].keys}
                singleKeys={settings.singleKeys}
                onChange={() => setChanging({ id, ways: table[id].keys })}
                onOff={() => give(id, [])}
                onRestore={() => restore(id)}
              />
            ))}
          </SettingsTable>
        </section>
      ))}
      {changing && (
        <ChangeKeys
          id={changing.id}
          table={table}
          proposed={changing.ways}
          onClose={() => setChanging(undefined)}
          onSave={(ways) => {
            give(changing.id, ways);
            setChanging(undefined);
          }}
        />
      )}
    </SettingsPage>
  );
}
