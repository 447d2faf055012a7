import { Button } from '../../components/controls/Button.tsx';
import { RowActions, RowHead } from '../../components/settings/SettingsPage.tsx';
import { KeyCaps } from '../../components/shell/KeyCaps.tsx';
import { Tag } from '../../components/text/Tag.tsx';
import { FIXED } from '../../lib/keyboard/changes.ts';
import { isDefault } from '../../lib/keyboard/editing.ts';
import type { KeyId } from '../../lib/keyboard/keys.ts';
import { KEY_DESCRIPTIONS } from '../../lib/keyboard/key-descriptions.ts';
import { isSingleKey } from '../../lib/keyboard/match.ts';
import styles from './keyboard.module.css';

interface CommandRowProps {
  id: KeyId;
  ways: readonly string[];
  /** True if shortcuts of a single character are enabled. */
  singleKeys: boolean;
  onChange: () => void;
  onOff: () => void;
  onRestore: () => void;
}

export function CommandRow({ id, ways, singleKeys, onChange, onOff, onRestore }: CommandRowProps) {
  const does = KEY_DESCRIPTIONS[id];
  const isSame = isDefault(id, ways);
  const sleeps = (way: string) => !singleKeys && way.split(' ').some(isSingleKey);
  return (
    <tr>
      <RowHead>{does}</RowHead>
      <td>
        <span className={styles.ways}>
          {ways.map((way) => (
            <span key={way} className={styles.way}>
              <KeyCaps keys={way} />
              {sleeps(way) && <span className={styles.note}>off</span>}
            </span>
          ))}
          {ways.length === 0 && <span className={styles.note}>switched off</span>}
          {!isSame && ways.length > 0 && <Tag>changed</Tag>}
        </span>
      </td>
      <RowActions>
        {FIXED.has(id) ? (
          <span className={styles.note}>fixed</span>
        ) : (
          <span className={styles.actions}>
            <Button look="quiet" onClick={onChange} aria-label={`Change the keys of: ${does}`}>
              Change…
            </Button>
            <Button look="quiet" onClick={onOff} disabled={ways.length === 0} aria-label={`Switch off: ${does}`}>
              Switch off
            </Button>
            <Button look="quiet" onClick={onRestore} disabled={isSame} aria-label={`Back to default: ${does}`}>
              Default
            </Button>
          </span>
        )}
      </RowActions>
    </tr>
  );
}
