'use client';
// A page that failed while rendering. Failed queries are shown where they belong, not here. Every page carries this
// code, so it repeats the look of ErrorState and Button instead of importing them.
import button from '../components/controls/Button.module.css';
import { PlainBar } from '../components/shell/PlainBar.tsx';
import styles from '../components/states/states.module.css';

export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return (
    <>
      <PlainBar />
      <main>
        <div role="alert" className={[styles.state, styles.error].join(' ')}>
          <h1 className={styles.errorTitle}>
            <span aria-hidden>✕ </span>
            This page could not be shown.
          </h1>
          <p className={styles.text}>{error.digest ? `The server logged why: ${error.digest}.` : error.message}</p>
          <div className={styles.actions}>
            {/* Reloads the page: Next's reset would render the same failed response again. */}
            <button type="button" className={[button.button, button.plain].join(' ')} onClick={() => location.reload()}>
              Retry
            </button>
          </div>
        </div>
      </main>
    </>
  );
}
