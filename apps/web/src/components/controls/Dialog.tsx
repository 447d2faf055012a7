'use client';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './Button.tsx';
import styles from './Dialog.module.css';

interface DialogProps {
  open: boolean;
  /** Absent when only a button inside may close the dialog. */
  onOpenChange?: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  /** As large as the window allows: for work, not for a confirmation. */
  full?: boolean;
  children: ReactNode;
}

/** A modal dialog; the focus moves in, stays inside, and returns to where it was. */
export function Dialog({ open, onOpenChange, title, description, wide = false, full = false, children }: DialogProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup
          className={[styles.popup, wide && styles.wide, full && styles.full].filter(Boolean).join(' ')}
        >
          <header className={styles.header}>
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            {onOpenChange && (
              <BaseDialog.Close render={<IconButton label="Close" />}>
                <X size={16} aria-hidden />
              </BaseDialog.Close>
            )}
          </header>
          {description && <BaseDialog.Description className={styles.description}>{description}</BaseDialog.Description>}
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
