// In the place of a text that could not be loaded. The row's table hears the click, and asks again for all that failed.
import styles from './cells.module.css';

/** `reachable`: by Tab, in the row that has the focus or would take it. */
export function RetryText({ reachable }: { reachable: boolean }) {
  return (
    <button type="button" tabIndex={reachable ? 0 : -1} className={styles.retry} data-retry>
      ✕ Text could not be loaded. Retry
    </button>
  );
}
