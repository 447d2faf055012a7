'use client';
// The frame of every project page: top bar, palette, key help, and the keys that work everywhere.
import { usePathname } from 'next/navigation';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useRouter } from '../../lib/address/address-state.ts';
import { useKeys, type KeyHandlers } from '../../lib/keyboard/KeyboardProvider.tsx';
import { later, whenAtRest } from '../../lib/later.ts';
import { RightsProvider, type Rights } from '../../lib/account/rights.ts';
import { pagePath, type Page } from '../../lib/address/pages.ts';
import styles from './Shell.module.css';
import type { ShellOrganization, ShellProject } from './project-groups.ts';
import { TopBar } from './TopBar.tsx';

const Palette = later(async () => (await import('./Palette.tsx')).Palette);
const ArchivedNote = later(async () => (await import('./ArchivedNote.tsx')).ArchivedNote);
const KeyHelp = later(async () => (await import('./KeyHelp.tsx')).KeyHelp);

interface ShellProps {
  project: ShellProject;
  /** All projects that the user can see. */
  projects: readonly ShellProject[];
  organizations: readonly ShellOrganization[];
  email: string;
  /** Those that the role of the user can read. */
  pages: readonly Page[];
  rights: Rights;
  children: ReactNode;
}

export function Shell({ project, projects, organizations, email, pages, rights, children }: ShellProps) {
  const [open, setOpen] = useState<'palette' | 'help'>();
  const router = useRouter();
  const pathname = usePathname();
  const openIt = (what: 'palette' | 'help') => (isOpen: boolean) => setOpen(isOpen ? what : undefined);
  const everywhere: KeyHandlers = {
    ...Object.fromEntries(pages.map((page) => [page.key, () => router.push(pagePath(project.slug, page.id))])),
    palette: () => setOpen(open === 'palette' ? undefined : 'palette'),
    help: () => setOpen('help'),
    search: () => focusFilter(),
    escape: () => leaveFocus(),
  };
  useKeys(everywhere, true);
  useEffect(() => whenAtRest(() => void noteRecent(project.slug)), [project.slug]);
  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <TopBar
        {...{ project, projects, organizations, email, pages }}
        onPalette={() => setOpen('palette')}
        onHelp={() => setOpen('help')}
      />
      <main id="main" tabIndex={-1} className={styles.main} key={pathname.split('/')[2]}>
        <Suspense>{project.isArchived && <ArchivedNote project={project.slug} />}</Suspense>
        <RightsProvider value={rights}>{children}</RightsProvider>
      </main>
      <Suspense>
        {open === 'palette' && (
          <Palette
            open
            onOpenChange={openIt('palette')}
            {...{ project, projects, organizations, pages }}
            onHelp={() => setOpen('help')}
          />
        )}
        {open === 'help' && <KeyHelp open onOpenChange={openIt('help')} />}
      </Suspense>
    </>
  );
}

const noteRecent = async (slug: string) =>
  (await import('../../lib/account/recent-projects.ts')).noteRecentProject(slug);

/** A page marks its filter with `data-page-filter`; `/` focuses it. */
function focusFilter(): void {
  document.querySelector<HTMLElement>('[data-page-filter]')?.focus();
}

function leaveFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
