'use client';
// The bar of every project page: project, pages, palette, theme, keys, and user.
import { Command, CircleHelp, CircleUserRound } from 'lucide-react';
import { useRouter } from '../../lib/address/address-state.ts';
import { Link } from '../controls/Link.tsx';
import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { useLabel } from '../../lib/keyboard/use-key-words.ts';
import { whenAtRest } from '../../lib/later.ts';
import { accountPath, pageOf, pagePath, type Page } from '../../lib/address/pages.ts';
import { IconButton } from '../controls/Button.tsx';
import { ProjectMenu } from './ProjectMenu.tsx';
import type { ShellOrganization, ShellProject } from './project-groups.ts';
import { ThemeMenu } from './ThemeMenu.tsx';
import { signOut } from '../../lib/account/sign-out.ts';
import { toast } from '../../lib/toast.ts';
import { Menu } from '../controls/Menu.tsx';
import styles from './TopBar.module.css';
import { Logo } from '../Logo.tsx';

interface TopBarProps {
  project: ShellProject;
  /** All projects that the user can see. */
  projects: readonly ShellProject[];
  organizations: readonly ShellOrganization[];
  email: string;
  /** Those that the role of the user can read. */
  pages: readonly Page[];
  onPalette: () => void;
  onHelp: () => void;
}

export function TopBar({ project, projects, organizations, email, pages, onPalette, onHelp }: TopBarProps) {
  const here = pageOf(usePathname());
  const router = useRouter();
  useEffect(() => {
    for (const page of pages) whenAtRest(() => router.prefetch(pagePath(project.slug, page.id)));
  }, [router, project.slug, pages]);
  return (
    <header className={styles.bar}>
      <div className={styles.projects}>
        <Link href={pagePath(project.slug, 'traces')} className={styles.project}>
          <Logo />
          {project.name}
        </Link>
        <ProjectMenu current={project} {...{ projects, organizations }} page={here?.id ?? 'traces'} />
      </div>
      <nav aria-label="Pages" className={styles.nav}>
        {pages.map((page) => (
          <Link
            key={page.id}
            href={pagePath(project.slug, page.id)}
            aria-current={page.id === here?.id ? 'page' : undefined}
            className={styles.link}
            data-name={page.label}
          >
            {page.label}
          </Link>
        ))}
      </nav>
      <div className={styles.space} data-toast-space />
      <div className={styles.tools}>
        <IconButton label={useLabel('Command palette', 'palette')} onClick={onPalette}>
          <Command size={16} aria-hidden />
        </IconButton>
        <IconButton label={useLabel('Keyboard commands', 'help')} onClick={onHelp}>
          <CircleHelp size={16} aria-hidden />
        </IconButton>
        <ThemeMenu />
        <UserMenu email={email} onAccount={() => router.push(accountPath(project.slug))} />
      </div>
    </header>
  );
}

function UserMenu({ email, onAccount }: { email: string; onAccount: () => void }) {
  const leave = () => {
    signOut().catch((error: unknown) => toast('Sign-out failed.', String(error)));
  };
  return (
    <Menu
      trigger={
        <IconButton label="You">
          <CircleUserRound size={16} aria-hidden />
        </IconButton>
      }
      heading={email}
      items={[
        { id: 'account', label: 'Account', onSelect: onAccount },
        { id: 'sign-out', label: 'Sign out', onSelect: leave },
      ]}
    />
  );
}
