import { Percent } from '../figures/numbers.tsx';
import styles from './HiddenShare.module.css';

interface HiddenShareProps {
  share: number | undefined;
  /** Why the amount of thinking is unknown. */
  unknown: string | undefined;
}

/** `◌` means that thinking is not reported, or not yet. That differs from 0 % and from "no share". */
export function HiddenShare({ share, unknown }: HiddenShareProps) {
  if (unknown !== undefined)
    return (
      <span className={styles.quiet} title={`Thinking tokens: ${unknown}`}>
        ◌
      </span>
    );
  return (
    <span className={share !== undefined && share > 0 ? styles.hidden : styles.quiet}>
      <Percent share={share} />
    </span>
  );
}
