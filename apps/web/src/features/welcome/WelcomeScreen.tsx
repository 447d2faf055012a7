'use client';
// Onboarding up to the first thought: create a key, wrap the client, enable thinking, run. Polls for spans and shows
// what arrived.
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { useTRPC } from '../../lib/requests/trpc.ts';
import { ArrivalStep } from './ArrivalStep.tsx';
import { KeyStep } from './KeyStep.tsx';
import { KEY_PLACEHOLDER, promptLines } from './snippets.ts';
import { ThinkStep } from './ThinkStep.tsx';
import styles from './welcome.module.css';
import { WrapStep } from './WrapStep.tsx';

const POLL_WAITING = 1500;
const POLL_ARRIVED = 5000;

interface WelcomeScreenProps {
  project: string;
  ingestUrl: string;
  sdkSource: string;
}

export function WelcomeScreen({ project, ingestUrl, sdkSource }: WelcomeScreenProps) {
  const status = useQuery(
    useTRPC().onboarding.status.queryOptions(
      { project },
      { refetchInterval: (query) => (query.state.data?.arrival ? POLL_ARRIVED : POLL_WAITING) },
    ),
  );
  const [apiKey, setApiKey] = useState<string>();
  const input = { apiKey: apiKey ?? KEY_PLACEHOLDER, ingestUrl, sdkSource };
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div>
          <h1>See your first thought</h1>
          <p className={styles.lead}>Four steps from your agent’s code to the reason behind each of its tool calls.</p>
        </div>
        <div className={styles.headEnd}>
          <ListeningMark ingestUrl={ingestUrl} isAnswered={!status.isError} />
          <CopyButton text={promptLines(input)} label="Copy a prompt for a coding agent" />
        </div>
      </header>
      <ol className={styles.steps}>
        <Step number={1} title="Key">
          <KeyStep
            project={project}
            input={input}
            made={apiKey !== undefined}
            keys={status.data?.keys}
            onMade={setApiKey}
          />
        </Step>
        <Step number={2} title="Wrap">
          <WrapStep input={input} />
        </Step>
        <Step number={3} title="Think">
          <ThinkStep />
        </Step>
        <Step number={4} title="Run it">
          {status.isError && !status.data ? (
            <ErrorState
              inline
              title="No server is listening for spans."
              error={status.error}
              onRetry={() => void status.refetch()}
            />
          ) : (
            <ArrivalStep project={project} input={input} status={status.data} />
          )}
        </Step>
      </ol>
    </div>
  );
}

interface ListeningMarkProps {
  ingestUrl: string;
  /** True if the last poll for new spans succeeded. */
  isAnswered: boolean;
}

/** Shows whether the page can see new spans, and the URL to send them to. */
function ListeningMark({ ingestUrl, isAnswered }: ListeningMarkProps) {
  return (
    <p className={styles.listening} data-off={!isAnswered || undefined}>
      <span aria-hidden>{isAnswered ? '◉ ' : '○ '}</span>
      {isAnswered ? `listening for spans at ${new URL(ingestUrl).host}` : 'not listening: the server does not answer'}
    </p>
  );
}

/** One numbered step: its name on the left, what to do on the right. */
function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <h2 className={styles.stepTitle}>
        <span className={styles.number}>{number}</span>
        {title}
      </h2>
      <div className={styles.stepBody}>{children}</div>
    </li>
  );
}
