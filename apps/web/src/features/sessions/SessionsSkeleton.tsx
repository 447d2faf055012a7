import { Skeleton } from '../../components/Skeleton.tsx';
import styles from './sessions.module.css';

/** Twelve placeholders of the final height. */
export function SessionsSkeleton() {
  return (
    <div>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className={styles.skeletonRow}>
          <Skeleton width={`${45 + ((index * 37) % 45)}%`} height="0.875rem" />
          <Skeleton width="5rem" height="0.875rem" />
          <Skeleton width={`${40 + ((index * 53) % 50)}%`} height="0.875rem" />
        </div>
      ))}
    </div>
  );
}
