'use client';
// Step 4: waits for the first spans, then shows what arrived, the state of its thinking, and how to see more.
import { useState } from 'react';
import { ButtonLink } from '../../components/controls/Button.tsx';
import { CopyLine } from '../../components/controls/CopyLine.tsx';
import { RelativeTime } from '../../components/figures/RelativeTime.tsx';
import { plural } from '../../lib/figures/format.ts';
import { useNow } from '../../lib/time/now.ts';
import { pagePath, tracePath } from '../../lib/address/pages.ts';
import { Checks } from './Checks.tsx';
import { LoadSample } from './LoadSample.tsx';
import type { SnippetInput } from './snippets.ts';
import type { Status } from './status.ts';
import { settingToSeeMore } from './think-settings.ts';
import { lacksThoughts, thinkingSentence } from './thinking-sentence.ts';
import { ThoughtChecks } from './ThoughtChecks.tsx';
import styles from './welcome.module.css';

const CHECKS_AFTER_SECONDS = 60;

interface ArrivalStepProps {
  project: string;
  input: SnippetInput;
  status: Status | undefined;
}

export function ArrivalStep({ project, input, status }: ArrivalStepProps) {
  const waited = useWaitedSeconds();
  return (
    <>
      <div role="status" aria-live="polite">
        {status?.arrival ? (
          <Arrived project={project} arrival={status.arrival} />
        ) : (
          <p className={styles.waiting}>
            <span aria-hidden className={styles.pulse} />
            Waiting for the first span…
          </p>
        )}
      </div>
      {!status?.arrival && (
        <>
          <p className={styles.note}>
            {waited} s. Run your agent, or, in the folder of Subtext and with the environment of step 1, its examples:{' '}
            <code>npm start -w examples</code>
          </p>
          <LoadSample project={project} input={input} />
        </>
      )}
      {status && !status.arrival && (waited >= CHECKS_AFTER_SECONDS || status.rejections.length > 0) && (
        <Checks project={project} status={status} ingestUrl={input.ingestUrl} />
      )}
      {status?.arrival && waited >= CHECKS_AFTER_SECONDS && lacksThoughts(status.arrival) && (
        <ThoughtChecks project={project} />
      )}
    </>
  );
}

/** Seconds since the page was opened; 0 on the server. */
function useWaitedSeconds(): number {
  const now = useNow();
  const [since] = useState(() => Date.now());
  return now === undefined ? 0 : Math.max(0, Math.round((now - since) / 1000));
}

function Arrived({ project, arrival }: { project: string; arrival: NonNullable<Status['arrival']> }) {
  const setting = settingToSeeMore(arrival.thinking);
  const models = arrival.models.join(', ') || plural(arrival.spans, 'span');
  return (
    <div className={styles.stack}>
      <p className={styles.arrived}>
        <strong>
          <span aria-hidden>✓ </span>Received {models}
        </strong>
        <span>{plural(arrival.generations, 'model call')}</span>
        <span>{plural(arrival.calls, 'tool call')}</span>
        <span>
          <RelativeTime time={arrival.storedAt} ago />
        </span>
      </p>
      <p>{thinkingSentence(arrival)}</p>
      {setting && (
        <>
          <p>
            To see more of it with {setting.provider}, add to the request ({setting.shows}):
          </p>
          <CopyLine name="the setting" text={setting.code} />
        </>
      )}
      <div className={styles.row}>
        <ButtonLink look="primary" href={tracePath(project, arrival.traceId)}>
          Open trace
        </ButtonLink>
        <ButtonLink href={pagePath(project, 'traces')}>All traces</ButtonLink>
      </div>
    </div>
  );
}
