import { DENSITIES, type Density } from '../../components/list/density.ts';
import { Skeleton } from '../../components/Skeleton.tsx';
import type { CSSProperties } from 'react';
import styles from './list.module.css';

/** Twelve placeholders of the final height. */
export function ListSkeleton({ density }: { density: Density }) {
  const height = `${DENSITIES.find(({ id }) => id === density)!.rem}rem`;
  return (
    <div style={{ '--row': height } as CSSProperties}>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className={styles.skeletonRow}>
          <Skeleton width="0.875rem" height="0.875rem" />
          <Skeleton width={`${45 + ((index * 37) % 45)}%`} height="0.875rem" />
          <Skeleton width="6rem" height="0.875rem" />
          <Skeleton width={`${40 + ((index * 53) % 50)}%`} height="0.875rem" />
        </div>
      ))}
    </div>
  );
}
