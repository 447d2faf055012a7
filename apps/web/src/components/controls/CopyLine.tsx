import { CopyButton } from './CopyButton.tsx';
import styles from './CopyLine.module.css';

interface CopyLineProps {
  /** The name for screen readers: "the key". */
  name: string;
  text: string;
}

/** Code with a copy button, on one or several lines. */
export function CopyLine({ name, text }: CopyLineProps) {
  return (
    <div className={styles.line}>
      {/* Wide code can also be scrolled by keyboard. */}
      <pre className={styles.code} tabIndex={0} role="region" aria-label={name}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label={`Copy ${name}`} iconOnly />
    </div>
  );
}
