import { Skeleton } from '../../components/Skeleton.tsx';
import styles from './search.module.css';

/** Eight placeholders of about the final height. */
export function HitsSkeleton() {
  return (
    <div>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className={styles.skeletonHit}>
          <Skeleton width={`${30 + ((index * 37) % 25)}%`} height="0.875rem" />
          <Skeleton width={`${55 + ((index * 53) % 40)}%`} height="0.875rem" />
          <Skeleton width="14rem" height="0.875rem" />
        </div>
      ))}
    </div>
  );
}
