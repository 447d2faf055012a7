// The session as a whole: user, duration, cost with its hidden share, and whether thoughts are open.
import { Link } from '../../components/controls/Link.tsx';
import { Button } from '../../components/controls/Button.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { Skeleton } from '../../components/states/Skeleton.tsx';
import { SpentLine } from '../../components/figures/SpentLine.tsx';
import { plural } from '../../lib/figures/format.ts';
import { pagePath } from '../../lib/address/pages.ts';
import { drawnText } from '../../lib/text/visible-text.ts';
import { awaitedIn, isLive, type SessionAddress, type SessionSummary } from './use-session.ts';
import styles from './session.module.css';

interface SessionHeaderProps extends SessionAddress {
  summary: SessionSummary | undefined;
  open: boolean;
  onOpen: (open: boolean) => void;
}

export function SessionHeader({ project, session, summary, open, onOpen }: SessionHeaderProps) {
  return (
    <header className={styles.header}>
      <Link href={pagePath(project, 'sessions')} className={styles.back} aria-label="All sessions" title="All sessions">
        ←
      </Link>
      <h1 className={styles.title} title={drawnText(session)}>
        Session{' '}
        <span className={styles.id}>
          <PlainText text={session} />
        </span>
      </h1>
      {summary ? <Facts summary={summary} /> : <FactsToCome />}
      <Button className={styles.thoughtsButton} onClick={() => onOpen(!open)}>
        {open ? 'Close' : 'Open'} all thoughts
      </Button>
    </header>
  );
}

const FactsToCome = () => (
  <span className={styles.factsToCome}>
    <Skeleton width="20rem" height="1.25rem" />
  </span>
);

function Facts({ summary }: { summary: SessionSummary }) {
  const { userId, users } = summary;
  return (
    <>
      <span className={styles.status}>
        {userId !== null && (
          <span className={styles.user} title={drawnText(userId)}>
            user <PlainText text={userId} />
            {users > 1 && ` and ${users - 1} more`}
          </span>
        )}
        {summary.errors > 0 &&
          (summary.recovered ? (
            <span className={styles.quiet}>{plural(summary.errors, 'failed call')}</span>
          ) : (
            <span className={styles.error}>✕ {plural(summary.errors, 'error')}</span>
          ))}
        {isLive(summary) && <span className={styles.running}>◐ may still be running</span>}
      </span>
      <div className={styles.totals}>
        <SpentLine spent={{ ...summary, awaited: awaitedIn(summary) }}>
          <span>{plural(summary.turns, 'turn')}</span>
          <span>{plural(summary.steps, 'step')}</span>
        </SpentLine>
      </div>
    </>
  );
}
