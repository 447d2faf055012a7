// The outline of a chart that has no data, and the reason.
import type { ReactNode } from 'react';
import styles from '../costs.module.css';

const HEIGHTS = [34, 52, 41, 70, 58, 88, 64, 96, 77];

export function Outline({ children }: { children: ReactNode }) {
  return (
    <div className={styles.outline}>
      <svg viewBox="0 0 200 100" preserveAspectRatio="none" aria-hidden>
        {HEIGHTS.map((height, index) => (
          <rect key={index} x={index * 22 + 4} y={100 - height} width="14" height={height} />
        ))}
      </svg>
      <p>
        <span>{children}</span>
      </p>
    </div>
  );
}
