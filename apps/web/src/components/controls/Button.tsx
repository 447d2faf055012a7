// Buttons, and links styled like buttons. `IconButton` and `IconLink` have no text, so they must have a label.
import { Link } from './Link.tsx';
import type { ComponentProps } from 'react';
import styles from './Button.module.css';

type Look = 'plain' | 'primary' | 'danger' | 'quiet';

export function Button({ look = 'plain', className, ...props }: ComponentProps<'button'> & { look?: Look }) {
  return <button type="button" className={[styles.button, styles[look], className].join(' ')} {...props} />;
}

export function ButtonLink({ look = 'plain', className, ...props }: ComponentProps<typeof Link> & { look?: Look }) {
  return <Link className={[styles.button, styles[look], className].join(' ')} {...props} />;
}

export function IconButton({ label, className, ...props }: ComponentProps<'button'> & { label: string }) {
  return (
    <button type="button" aria-label={label} title={label} className={[styles.icon, className].join(' ')} {...props} />
  );
}

export function IconLink({ label, className, ...props }: ComponentProps<typeof Link> & { label: string }) {
  return <Link aria-label={label} title={label} className={[styles.icon, className].join(' ')} {...props} />;
}
