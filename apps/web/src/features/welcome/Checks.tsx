// What to check when no span arrives.
import { Link } from '../../components/controls/Link.tsx';
import { CopyLine } from '../../components/controls/CopyLine.tsx';
import { PlainText } from '../../components/text/PlainText.tsx';
import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { plural } from '../../lib/figures/format.ts';
import type { Status } from './status.ts';
import styles from './welcome.module.css';

interface ChecksProps {
  project: string;
  status: Status;
  ingestUrl: string;
}

export function Checks({ project, status, ingestUrl }: ChecksProps) {
  return (
    <section className={styles.checks} aria-label="Checks">
      <h3>Nothing yet? Look here</h3>
      <ul>
        {status.rejections.map((rejection) => (
          <li key={rejection.reason} className={styles.bad}>
            <span aria-hidden>✕ </span>
            {plural(rejection.spans, 'span')} could not be stored, <RelativeTime time={rejection.receivedAt} ago />:{' '}
            <PlainText text={rejection.reason} />{' '}
            <Link href={`/p/${project}/settings/quarantine`}>View and reprocess them</Link>
          </li>
        ))}
        <li>
          {status.keyUsedAt ? (
            <>
              <span aria-hidden>✓ </span>A key of this project was used <RelativeTime time={status.keyUsedAt} ago />:
              the address and the key are right. Did the agent call a model, and did the process end after its spans
              were sent?
            </>
          ) : (
            <>
              <span aria-hidden>○ </span>No key of this project was used yet: is <code>SUBTEXT_API_KEY</code> set where
              the agent runs?
            </>
          )}
        </li>
        <li>
          <span aria-hidden>○ </span>Can the agent reach the endpoint? Where it runs, this must answer:
          <CopyLine name="the check" text={`curl ${ingestUrl}/healthz`} />
        </li>
      </ul>
    </section>
  );
}
