// Shown in place of a text that could not be loaded. The table handles the click and reloads all texts that failed.
import styles from './cells.module.css';

/** `reachable`: focusable with Tab, in the row that has the focus or would receive it. */
export function RetryText({ reachable }: { reachable: boolean }) {
  return (
    <button type="button" tabIndex={reachable ? 0 : -1} className={styles.retry} data-retry>
      ✕ Text could not be loaded. Retry
    </button>
  );
}
