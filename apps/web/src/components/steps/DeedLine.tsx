// `⚙ web_search ×2 ✓, read_file ✕`, or that it answered: a deed in one line.
import type { Deed, DeedTool } from '../../lib/steps/deeds.ts';
import { PlainText } from '../PlainText.tsx';
import styles from './DeedLine.module.css';

const OUTCOMES: Readonly<Record<DeedTool['outcome'], { mark: string; says: string }>> = {
  error: { mark: '✕', says: 'failed' },
  ok: { mark: '✓', says: 'done' },
  open: { mark: '', says: 'no end recorded' },
};
/** More tools than this are counted. */
const MOST_TOOLS = 6;

export function DeedLine({ deed: { kind, tools, failed } }: { deed: Deed }) {
  if (kind === 'answer') return <span className={styles.said}>Answer</span>;
  if (kind === 'trailing') return <span className={styles.said}>Then said more</span>;
  if (kind === 'response')
    return <span className={failed ? styles.error : styles.quiet}>{failed ? '✕ model call failed' : 'no output'}</span>;
  const more = tools.length - MOST_TOOLS;
  return (
    <span className={styles.tools}>
      {tools.slice(0, MOST_TOOLS).map(({ name, calls, outcome }, index) => (
        <span key={name} className={styles.tool}>
          {index === 0 && <span aria-hidden>⚙ </span>}
          <PlainText text={name} />
          {calls > 1 && ` ×${calls}`}{' '}
          <span className={styles[outcome]}>
            <span aria-hidden>{OUTCOMES[outcome].mark}</span>
            <span className="visually-hidden">{OUTCOMES[outcome].says}</span>
          </span>
        </span>
      ))}
      {more > 0 && <span className={styles.quiet}>+{more} more</span>}
    </span>
  );
}
