import { settingsPath } from '../../lib/address/settings-pages.ts';
import { Link } from '../controls/Link.tsx';
import styles from './Shell.module.css';

/** Stands above every page of an archived project, because nothing there can be changed. */
export const ArchivedNote = ({ project }: { project: string }) => (
  <p className={styles.archived}>
    This project is archived: it takes no telemetry and no changes.{' '}
    <Link href={settingsPath(project, 'general')}>Restore…</Link>
  </p>
);
