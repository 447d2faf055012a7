// Links to the files of an audit log, with the chosen filter.
import styles from './audit.module.css';
import type { AuditChoice } from './audit-choice.ts';

/** `path`: of the route that answers with the files. */
export function AuditFiles({ path, choice }: { path: string; choice: AuditChoice }) {
  const href = (as: 'csv' | 'jsonl') => `${path}?${new URLSearchParams({ ...choice, as }).toString()}`;
  return (
    <p className={styles.files}>
      <a href={href('csv')} download>
        Download CSV
      </a>
      <a href={href('jsonl')} download>
        Download JSONL
      </a>
    </p>
  );
}
