'use client';
// Changes the keys of one command: press new keys, keep or remove its current ones, and resolve conflicts with other
// commands.
import { useId, useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Dialog } from '../../components/controls/Dialog.tsx';
import { Choices, DialogButtons, DialogForm } from '../../components/settings/SettingsPage.tsx';
import { KeyCaps } from '../../components/shell/KeyCaps.tsx';
import { conflictsOf } from '../../lib/keyboard/editing.ts';
import { KEY_DESCRIPTIONS } from '../../lib/keyboard/key-descriptions.ts';
import { KEYS, type KeyId, type KeyTable } from '../../lib/keyboard/keys.ts';
import { MAX_WAYS } from '../../lib/keyboard/ways.ts';
import { ConflictList } from './ConflictList.tsx';
import { dropped, opened, pressed, toggled, type Draft } from './draft.ts';
import styles from './keyboard.module.css';
import { PressBox } from './PressBox.tsx';

interface ChangeKeysProps {
  id: KeyId;
  table: KeyTable;
  /** The initial keys: the current ones, or the defaults when resetting. */
  proposed: readonly string[];
  onClose: () => void;
  onSave: (ways: readonly string[]) => void;
}

export function ChangeKeys({ id, table, proposed, onClose, onSave }: ChangeKeysProps) {
  const [draft, setDraft] = useState<Draft>(() => opened(proposed, [...table[id].keys, ...KEYS[id].keys]));
  const [agreed, setAgreed] = useState<readonly string[]>([]);
  const conflicts = conflictsOf(table, id, draft.ways).filter(({ way }) => !agreed.includes(way));
  const tooMany = draft.ways.length > MAX_WAYS;
  return (
    <Dialog open onOpenChange={onClose} title={`Keys of: ${KEY_DESCRIPTIONS[id]}`}>
      <DialogForm onSubmit={() => conflicts.length === 0 && !tooMany && onSave(draft.ways)}>
        <PressBox onPress={(way, before) => setDraft(pressed(draft, way, before))} />
        <Choices legend="New keys">
          {draft.seen.map((way) => (
            <WayBox
              key={way}
              way={way}
              checked={draft.ways.includes(way)}
              onChange={() => setDraft(toggled(draft, way))}
            />
          ))}
        </Choices>
        {draft.ways.length === 0 && <p className={styles.note}>Without keys the command is off.</p>}
        <ConflictList
          conflicts={conflicts}
          onTake={(way) => setAgreed([...agreed, way])}
          onLeave={(way) => setDraft(dropped(draft, way))}
        />
        {tooMany && <p role="alert">A command has at most {MAX_WAYS} keys.</p>}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={conflicts.length > 0 || tooMany}>
            Save
          </Button>
        </DialogButtons>
      </DialogForm>
    </Dialog>
  );
}

function WayBox({ way, checked, onChange }: { way: string; checked: boolean; onChange: () => void }) {
  const box = useId();
  return (
    <div className={styles.way}>
      <input id={box} type="checkbox" checked={checked} onChange={onChange} />
      <label htmlFor={box}>
        <KeyCaps keys={way} />
      </label>
    </div>
  );
}
