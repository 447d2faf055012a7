import { THINK_SETTINGS } from './think-settings.ts';
import styles from './welcome.module.css';

/** Shows what to add to a request to make thinking readable. */
export function ThinkStep() {
  return (
    <>
      <div className={styles.scroller} tabIndex={0} role="region" aria-label="Settings by provider, table">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Provider</th>
              <th scope="col">Add to the request</th>
              <th scope="col">You see</th>
            </tr>
          </thead>
          <tbody>
            {THINK_SETTINGS.map((setting) => (
              <tr key={setting.provider}>
                <th scope="row">{setting.provider}</th>
                <td>
                  <code>{setting.code}</code>
                </td>
                <td>{setting.shows}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>
        Most providers bill thinking and return its text only on request. Without these you see token counts only,{' '}
        <span aria-hidden>▨</span> hidden.
      </p>
    </>
  );
}
