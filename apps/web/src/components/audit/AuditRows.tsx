// The entries of an audit log as a table: that of a project, or that of an organization.
import { auditWords } from '../../lib/account/audit-actions.ts';
import { AbsoluteTime } from '../figures/AbsoluteTime.tsx';
import { RowHead, SettingsTable } from '../settings/SettingsPage.tsx';
import { PlainText } from '../text/PlainText.tsx';
import styles from './AuditRows.module.css';
import { changesOf, type AuditRow } from './changes.ts';

export const AuditRows = ({ entries }: { entries: readonly AuditRow[] }) => (
  <SettingsTable label="Audit log" heads={['Action', 'Time', 'User', 'Target', 'Change', 'Address']} actions={false}>
    {entries.map((entry) => (
      <Row key={entry.id} entry={entry} />
    ))}
  </SettingsTable>
);

function Row({ entry: { action, at, actor, target, before, after, address } }: { entry: AuditRow }) {
  return (
    <tr>
      <RowHead>{auditWords(action)}</RowHead>
      <td>
        <AbsoluteTime time={at} />
      </td>
      <td>
        <PlainText text={actor} />
      </td>
      <td className={styles.values}>{target && <PlainText text={target} />}</td>
      <td className={styles.values}>
        {changesOf(before, after).map(({ name, text }) => (
          <div key={name}>
            <span className={styles.name}>{name}</span> <PlainText text={text} />
          </div>
        ))}
      </td>
      <td>{address ?? 'not known'}</td>
    </tr>
  );
}
