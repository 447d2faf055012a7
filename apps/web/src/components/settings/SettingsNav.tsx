'use client';
// The navigation between the settings pages: a column beside the page, on a phone a row that scrolls above it.
import { Link } from '../controls/Link.tsx';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { SETTINGS_GROUPS, settingsPath } from '../../lib/address/settings-pages.ts';
import styles from './SettingsNav.module.css';

/** The page of one rule or budget is below the page that lists them. */
function currentOf(pathname: string, href: string): 'page' | 'true' | undefined {
  if (pathname === href) return 'page';
  return pathname.startsWith(`${href}/`) ? 'true' : undefined;
}

export function SettingsNav({ project }: { project: string }) {
  const pathname = usePathname();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav aria-label="Settings" className={styles.nav} ref={nav}>
      {SETTINGS_GROUPS.map(({ name, pages }) => (
        <div key={name} role="group" aria-label={name} className={styles.group}>
          <span className={styles.name} aria-hidden>
            {name}
          </span>
          {pages.map(({ path, label }) => {
            const href = settingsPath(project, path);
            return (
              <Link
                key={path}
                href={href}
                className={styles.link}
                data-name={label}
                aria-current={currentOf(pathname, href)}
              >
                {label}
              </Link>
            );
          })}
        </div>
      ))}
    </nav>
  );
}
