'use client';
// A page that failed while rendering. Failing queries are shown where they are, not here. Every page carries this code, so it is drawn by hand
// in the look of ErrorState and Button instead of bringing them.
import button from '../components/Button.module.css';
import styles from '../components/states.module.css';

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div role="alert" className={[styles.state, styles.error].join(' ')}>
      <p className={styles.errorTitle}>
        <span aria-hidden>✕ </span>
        This page could not be shown.
      </p>
      <p className={styles.text}>{error.digest ? `The server logged it as ${error.digest}.` : error.message}</p>
      <div className={styles.actions}>
        <button type="button" className={[button.button, button.plain].join(' ')} onClick={reset}>
          Retry
        </button>
      </div>
    </div>
  );
}
