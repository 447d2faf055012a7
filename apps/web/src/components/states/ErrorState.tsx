'use client';
// An error where it happened: what failed, Retry, and the id under which the server logged it.
import { Suspense } from 'react';
import { later } from '../../lib/later.ts';
import { requestIdOf } from '../../lib/requests/query-client.ts';
import { Button } from '../controls/Button.tsx';
import styles from './states.module.css';

const CopyButton = later(async () => (await import('../controls/CopyButton.tsx')).CopyButton);

interface ErrorStateProps {
  /** What failed: "The traces could not be loaded." */
  title: string;
  error: unknown;
  onRetry?: () => void;
  /** One line, for a cell or a panel. */
  inline?: boolean;
}

export function ErrorState({ title, error, onRetry, inline = false }: ErrorStateProps) {
  const requestId = requestIdOf(error);
  const reason = error instanceof Error ? error.message : String(error);
  return (
    <div role="alert" className={inline ? styles.inline : [styles.state, styles.error].join(' ')}>
      <p className={styles.errorTitle}>
        <span aria-hidden>✕ </span>
        {title}
      </p>
      <p className={styles.text}>{reason}</p>
      <div className={styles.actions}>
        {onRetry && <Button onClick={onRetry}>Retry</Button>}
        {requestId && (
          <span className={styles.request}>
            request <code>{requestId}</code>{' '}
            <Suspense>
              <CopyButton text={requestId} label="Copy request id" iconOnly />
            </Suspense>
          </span>
        )}
      </div>
    </div>
  );
}
