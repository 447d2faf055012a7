// A link styled like an `IconButton`. It has no text, so it must have a label.
import type { ComponentProps } from 'react';
import { Link } from './Link.tsx';
import styles from './Button.module.css';

export function IconLink({ label, className, ...props }: ComponentProps<typeof Link> & { label: string }) {
  return <Link aria-label={label} title={label} className={[styles.icon, className].join(' ')} {...props} />;
}
