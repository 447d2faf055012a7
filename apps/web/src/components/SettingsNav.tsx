'use client';
// The pages of the settings: one row each.
import { Link } from './Link.tsx';
import { usePathname } from 'next/navigation';
import styles from './SettingsNav.module.css';

const SECTIONS = [
  { path: 'keys', label: 'API keys' },
  { path: 'prices', label: 'Prices' },
  { path: 'capture', label: 'Capture and masking' },
  { path: 'quarantine', label: 'Quarantine' },
  { path: 'members', label: 'Members' },
  { path: 'keyboard', label: 'Keyboard' },
] as const;

export function SettingsNav({ project }: { project: string }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Settings" className={styles.nav}>
      {SECTIONS.map(({ path, label }) => {
        const href = `/p/${project}/settings/${path}`;
        return (
          <Link key={path} href={href} className={styles.link} aria-current={pathname === href ? 'page' : undefined}>
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
