'use client';
// A preview of the current row's target beside a list. The list keeps the keyboard until the focus moves into the peek.
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink, IconButton } from '../controls/Button.tsx';
import { DescribedKeyHint } from '../controls/KeyHint.tsx';
import styles from './peek.module.css';

interface PeekFrameProps {
  /** "Peek at Refund order 8812". */
  label: string;
  /** The URL of the full page. */
  href: string;
  onOpen?: () => void;
  onClose: () => void;
  /** Reports whether the focus is inside the peek. */
  onFocusWithin: (inside: boolean) => void;
  children: ReactNode;
}

export function PeekFrame({ label, href, onOpen, onClose, onFocusWithin, children }: PeekFrameProps) {
  return (
    <aside
      aria-label={label}
      className={styles.peek}
      onFocus={() => onFocusWithin(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onFocusWithin(false);
      }}
    >
      <div className={styles.bar}>
        <span className={styles.keys}>
          <DescribedKeyHint ids={['next', 'previous']} does="next, previous" />
        </span>
        <ButtonLink look="quiet" href={href} prefetch={false} onClick={onOpen}>
          Open
        </ButtonLink>
        <IconButton label="Close the peek" onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.content}>{children}</div>
    </aside>
  );
}
