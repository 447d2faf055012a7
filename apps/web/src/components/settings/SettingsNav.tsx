'use client';
// The navigation between the settings pages.
import { Link } from '../controls/Link.tsx';
import { usePathname } from 'next/navigation';
import { SETTINGS_PAGES, settingsPath } from '../../lib/address/settings-pages.ts';
import styles from './SettingsNav.module.css';

export function SettingsNav({ project }: { project: string }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Settings" className={styles.nav}>
      {SETTINGS_PAGES.map(({ path, label }) => {
        const href = settingsPath(project, path);
        return (
          <Link
            key={path}
            href={href}
            className={styles.link}
            data-name={label}
            aria-current={pathname === href ? 'page' : undefined}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
