// A table of figures, which scrolls sideways in its frame when it is wider than the screen, also by keyboard.
import type { ReactNode } from 'react';
import styles from './figure-table.module.css';

interface FigureTableProps {
  label: string;
  /** What the table of one page has in addition. */
  className?: string;
  children: ReactNode;
}

export const FigureTable = ({ label, className = '', children }: FigureTableProps) => (
  <div className={styles.scroll} tabIndex={0} role="region" aria-label={`${label}, table`}>
    <table className={`${styles.table} ${className}`}>{children}</table>
  </div>
);

interface HeadsProps {
  left: readonly string[];
  right: readonly string[];
  /** The head of the last column, which only screen readers say. */
  hidden?: string;
}

/** The heads of `left` are aligned at the start of their column, the others at its end, like their numbers. */
export const Heads = ({ left, right, hidden }: HeadsProps) => (
  <thead>
    <tr>
      {left.map((head) => (
        <th key={head} scope="col">
          {head}
        </th>
      ))}
      {right.map((head) => (
        <th key={head} scope="col" className={styles.number}>
          {head}
        </th>
      ))}
      {hidden !== undefined && (
        <th scope="col">
          <span className="visually-hidden">{hidden}</span>
        </th>
      )}
    </tr>
  </thead>
);
