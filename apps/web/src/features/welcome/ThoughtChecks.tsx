// What to check when spans arrive but none has a readable thought.
import { Link } from '../../components/controls/Link.tsx';
import { settingsPath } from '../../lib/address/settings-pages.ts';
import styles from './welcome.module.css';

export function ThoughtChecks({ project }: { project: string }) {
  return (
    <section className={styles.checks} aria-label="Checks">
      <h3>Spans without thinking? Look here</h3>
      <ul>
        <li>
          <span aria-hidden>○ </span>Does the request ask for thinking, and for its text? Step 3 has the line of each
          provider.
        </li>
        <li>
          <span aria-hidden>○ </span>Does the model think at all? Many do so only when asked, and not about every
          question.
        </li>
        <li>
          <span aria-hidden>○ </span>Are thoughts kept? What is dropped or hashed before it is stored is said in{' '}
          <Link href={settingsPath(project, 'capture')}>Capture and masking</Link>.
        </li>
      </ul>
    </section>
  );
}
