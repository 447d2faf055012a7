import type { ReactNode } from 'react';
import styles from './organization.module.css';

/** The head of a part of the page, with its action. */
export const Section = ({ title, action }: { title: string; action?: ReactNode }) => (
  <div className={styles.section}>
    <h2>{title}</h2>
    {action}
  </div>
);
