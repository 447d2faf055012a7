import type { ReactNode } from 'react';
import styles from './states.module.css';

interface EmptyStateProps {
  title: string;
  /** It fills the page, so its title is the page's title. */
  isPage?: boolean;
  children?: ReactNode;
}

/** An empty state: says why, and what to do. */
export function EmptyState({ title, isPage = false, children }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <section className={styles.state}>
      <Heading>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
    </section>
  );
}
