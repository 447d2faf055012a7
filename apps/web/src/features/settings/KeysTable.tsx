import { Button } from '../../components/controls/Button.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { AbsoluteDate } from '../../components/figures/AbsoluteDate.tsx';
import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { RowActions, RowHead, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { Tag, Tags } from '../../components/text/Tag.tsx';
import { useMayChange } from '../../lib/account/rights.ts';
import { useNow } from '../../lib/time/now.ts';
import { heldBy, type KeyRow } from './key-row.ts';
import styles from './keys.module.css';

interface KeysTableProps {
  keys: readonly KeyRow[];
  onRename: (apiKey: KeyRow) => void;
  onRotate: (apiKey: KeyRow) => void;
  onRevoke: (apiKey: KeyRow) => void;
}

export function KeysTable({ keys, onRename, onRotate, onRevoke }: KeysTableProps) {
  const mayChange = useMayChange();
  return (
    <SettingsTable
      label="API keys"
      heads={['Name', 'Key', 'Scope', 'Created by', 'Last used', 'Created', 'Expires']}
      actions={mayChange}
    >
      {keys.map((apiKey) => (
        <tr key={apiKey.id}>
          <RowHead>{apiKey.name}</RowHead>
          <td>
            <code>sbtx_…{apiKey.lastFour}</code>
          </td>
          <td>
            <Tags>
              {apiKey.scopes.map((scope) => (
                <Tag key={scope}>{scope}</Tag>
              ))}
            </Tags>
          </td>
          <td className={styles.madeBy}>
            <MadeBy apiKey={apiKey} />
          </td>
          <td>{apiKey.lastUsedAt ? <RelativeTime time={apiKey.lastUsedAt} ago /> : 'never'}</td>
          <td>
            <RelativeTime time={apiKey.createdAt} ago />
          </td>
          <td>
            <Expiry at={apiKey.expiresAt} />
          </td>
          {mayChange && (
            <RowActions>
              <Button look="quiet" onClick={() => onRename(apiKey)} aria-label={`Rename ${apiKey.name}`}>
                Rename
              </Button>
              {apiKey.isReplaced ? (
                <span className={styles.quiet}>replaced</span>
              ) : (
                <Button look="quiet" onClick={() => onRotate(apiKey)} aria-label={`Rotate ${apiKey.name}`}>
                  Rotate…
                </Button>
              )}
              <Button look="quiet" onClick={() => onRevoke(apiKey)} aria-label={`Revoke ${apiKey.name}`}>
                Revoke…
              </Button>
            </RowActions>
          )}
        </tr>
      ))}
    </SettingsTable>
  );
}

/** The date, and for a key that does not work any more, that it is over. */
function Expiry({ at }: { at: Date | null }) {
  const now = useNow();
  if (at === null) return 'never';
  if (now === undefined || at.getTime() > now) return <AbsoluteDate time={at} />;
  return (
    <span className={styles.expired}>
      expired <RelativeTime time={at} ago />
    </span>
  );
}

/** The user who created the key, and the user responsible for it when that is another one. */
function MadeBy({ apiKey }: { apiKey: KeyRow }) {
  const { madeBy, handedOverTo } = apiKey;
  if (!madeBy) return <span className={styles.quiet}>setup</span>;
  return (
    <>
      <PlainText text={madeBy.email} />
      {handedOverTo && (
        <span className={styles.quiet}>
          {' '}
          → <PlainText text={handedOverTo.email} />
        </span>
      )}
      {heldBy(apiKey)?.isMember === false && <span className={styles.left}> (no longer a member)</span>}
    </>
  );
}
