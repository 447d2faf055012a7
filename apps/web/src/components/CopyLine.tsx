import { CopyButton } from './CopyButton.tsx';
import styles from './CopyLine.module.css';

interface CopyLineProps {
  /** What it is, for those who listen: "the key". */
  name: string;
  text: string;
}

/** Code to copy, of one line or several. */
export function CopyLine({ name, text }: CopyLineProps) {
  return (
    <div className={styles.line}>
      {/* Wide code scrolls by keyboard, too. */}
      <pre className={styles.code} tabIndex={0} role="region" aria-label={name}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label={`Copy ${name}`} iconOnly />
    </div>
  );
}
