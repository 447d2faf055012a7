import type { ReactNode } from 'react';
import styles from './Tag.module.css';

export type TagTone = 'plain' | 'hidden' | 'thought' | 'ok' | 'error' | 'running' | 'tool';

/** A word in a box: a state, a scope, a kind. The word carries the meaning; the color only helps. */
export function Tag({ tone = 'plain', children }: { tone?: TagTone; children: ReactNode }) {
  return <span className={[styles.tag, styles[tone]].join(' ')}>{children}</span>;
}

/** Several tags in a row. */
export const Tags = ({ children }: { children: ReactNode }) => <span className={styles.tags}>{children}</span>;
