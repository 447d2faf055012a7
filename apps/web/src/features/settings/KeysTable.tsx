import { Button } from '../../components/Button.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { Tag } from '../../components/Tag.tsx';
import type { KeyRow } from './key-row.ts';
import styles from './KeysScreen.module.css';

interface KeysTableProps {
  keys: readonly KeyRow[];
  onRename: (apiKey: KeyRow) => void;
  onRevoke: (apiKey: KeyRow) => void;
}

export function KeysTable({ keys, onRename, onRevoke }: KeysTableProps) {
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label="API keys, table">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Key</th>
            <th scope="col">Scope</th>
            <th scope="col">Last used</th>
            <th scope="col">Created</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((apiKey) => (
            <tr key={apiKey.id}>
              <th scope="row" className={styles.name}>
                {apiKey.name}
              </th>
              <td>
                <code>sbtx_…{apiKey.lastFour}</code>
              </td>
              <td>
                <span className={styles.scopes}>
                  {apiKey.scopes.map((scope) => (
                    <Tag key={scope}>{scope}</Tag>
                  ))}
                </span>
              </td>
              <td>{apiKey.lastUsedAt ? <RelativeTime time={apiKey.lastUsedAt} ago /> : 'never'}</td>
              <td>
                <RelativeTime time={apiKey.createdAt} ago />
              </td>
              <td className={styles.actions}>
                <Button look="quiet" onClick={() => onRename(apiKey)} aria-label={`Rename ${apiKey.name}`}>
                  Rename
                </Button>
                <Button look="quiet" onClick={() => onRevoke(apiKey)} aria-label={`Revoke ${apiKey.name}`}>
                  Revoke…
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
