import { Skeleton } from '../../../components/states/Skeleton.tsx';
import styles from './skeleton.module.css';

/** Placeholder rows of the final height. */
export function TimelineSkeleton() {
  return (
    <div className={styles.skeleton}>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index}>
          <Skeleton width="1.5rem" height="0.75rem" />
          <Skeleton width={`${60 + ((index * 37) % 35)}%`} height="0.75rem" />
          <Skeleton width={`${40 + ((index * 53) % 40)}%`} height="0.75rem" />
          <Skeleton width="4rem" height="0.75rem" />
        </div>
      ))}
    </div>
  );
}
