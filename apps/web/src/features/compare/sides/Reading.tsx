// In place of the pairs while the runs are read and compared.
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import { readingWords, type ReadSide } from './reading-words.ts';
import styles from '../compare.module.css';

export function Reading({ a, b }: { a: ReadSide; b: ReadSide }) {
  return (
    <div className={styles.skeletons}>
      <div role="status">
        <ul className={styles.reading}>
          {readingWords(a, b).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </div>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} width={`${50 + ((index * 17) % 40)}%`} height="0.75rem" />
      ))}
    </div>
  );
}
