import { Button } from '../../components/controls/Button.tsx';
import { NumberCell, RowActions, RowHead, SettingsTable } from '../../components/settings/SettingsPage.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { exactCount } from '../../lib/figures/format.ts';
import type { RouterOutputs } from '../../lib/requests/trpc.ts';
import { keptFor, type Period } from './period.ts';
import numbers from '../../components/figures/numbers.module.css';
import styles from './data.module.css';

type Retention = RouterOutputs['retention']['list'];

interface RetentionTableProps {
  retention: Retention;
  onEdit: (period: Period) => void;
}

const HEADS = ['Environment', 'Kept for', { number: 'Traces' }, 'Next deletion'];

export function RetentionTable({ retention: { keepDays, environments, mayChange }, onEdit }: RetentionTableProps) {
  const total = environments.reduce((sum, { traces }) => sum + traces, 0);
  return (
    <>
      <SettingsTable label="Retention" heads={HEADS} actions={mayChange}>
        <tr>
          <RowHead>Whole project</RowHead>
          <td>{keptFor(keepDays)}</td>
          <NumberCell>{exactCount(total)}</NumberCell>
          <td />
          {mayChange && (
            <EditCell label="Change the period of the project" onEdit={() => onEdit({ environment: '', keepDays })} />
          )}
        </tr>
        {environments.map((row) => (
          <EnvironmentRow key={row.environment} row={row} {...{ keepDays, mayChange, onEdit }} />
        ))}
      </SettingsTable>
      <p className={styles.note}>
        The period of the project applies to every environment without its own. A trace is as old as the day on which
        its first span was stored. Days begin at midnight UTC; deletions run within an hour of it, or of a change. The
        server can have a shorter limit of its own, which applies to all projects.
      </p>
    </>
  );
}

interface EnvironmentRowProps {
  row: Retention['environments'][number];
  /** That of the whole project. */
  keepDays: number | null;
  mayChange: boolean;
  onEdit: (period: Period) => void;
}

function EnvironmentRow({ row, keepDays, mayChange, onEdit }: EnvironmentRowProps) {
  const { environment, own, traces, nextDeletion } = row;
  return (
    <tr>
      <RowHead>
        {environment === '' ? <span className={styles.note}>not reported</span> : <PlainText text={environment} />}
      </RowHead>
      <td>
        {own === undefined ? <span className={styles.note}>{keptFor(keepDays)}, as the project</span> : keptFor(own)}
      </td>
      <NumberCell>{exactCount(traces)}</NumberCell>
      <td>{nextDeletion === null ? '—' : <time className={numbers.date}>{nextDeletion}</time>}</td>
      {mayChange &&
        (environment === '' ? (
          <td />
        ) : (
          <EditCell
            label={`Change the period of ${environment}`}
            onEdit={() => onEdit({ environment, keepDays: own })}
          />
        ))}
    </tr>
  );
}

const EditCell = ({ label, onEdit }: { label: string; onEdit: () => void }) => (
  <RowActions>
    <Button look="quiet" aria-label={label} onClick={onEdit}>
      Change…
    </Button>
  </RowActions>
);
