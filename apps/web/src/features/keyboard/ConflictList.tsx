import { Button } from '../../components/controls/Button.tsx';
import { KeyCaps } from '../../components/shell/KeyCaps.tsx';
import type { KeyConflict } from '../../lib/keyboard/editing.ts';
import { FIXED } from '../../lib/keyboard/changes.ts';
import { KEY_DESCRIPTIONS } from '../../lib/keyboard/key-descriptions.ts';
import styles from './keyboard.module.css';

interface ConflictListProps {
  conflicts: readonly KeyConflict[];
  onTake: (way: string) => void;
  onLeave: (way: string) => void;
}

/** Each conflicting shortcut with its current command, and the two ways to resolve it. */
export function ConflictList({ conflicts, onTake, onLeave }: ConflictListProps) {
  const ways = [...new Set(conflicts.map(({ way }) => way))];
  return (
    <div role="status" className={styles.conflicts}>
      {ways.map((way) => {
        const others = conflicts.filter((conflict) => conflict.way === way);
        return (
          <div key={way} className={styles.conflict}>
            <p>
              <strong>
                <KeyCaps keys={way} /> is taken:
              </strong>
            </p>
            <ul>
              {others.map(({ id, its }) => (
                <li key={`${id} ${its}`}>
                  <KeyCaps keys={its} /> {KEY_DESCRIPTIONS[id]}
                </li>
              ))}
            </ul>
            <span className={styles.actions}>
              {others.every(({ id }) => !FIXED.has(id)) && (
                <Button onClick={() => onTake(way)}>
                  Take it from {others.length === 1 ? 'there' : 'all of them'}
                </Button>
              )}
              <Button onClick={() => onLeave(way)}>Leave it there</Button>
            </span>
          </div>
        );
      })}
    </div>
  );
}
