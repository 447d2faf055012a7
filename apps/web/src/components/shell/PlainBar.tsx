// The bar of pages outside of a project. It loads no code of its own, because every page carries the code of the
// not-found page.
import { PAGES, pagePath } from '../../lib/address/pages.ts';
import { Logo } from '../Logo.tsx';
import styles from './TopBar.module.css';

/** With a link to a project, when there is one. */
export function PlainBar({ project }: { project?: { slug: string; name: string } | undefined }) {
  return (
    <header className={styles.bar}>
      <div className={styles.projects}>
        <a href={project ? pagePath(project.slug, 'traces') : '/'} className={styles.project}>
          <Logo />
          {project?.name ?? 'Subtext'}
        </a>
      </div>
      {project && (
        <nav aria-label="Pages" className={styles.nav}>
          {PAGES.map((page) => (
            <a key={page.id} href={pagePath(project.slug, page.id)} className={styles.link}>
              {page.label}
            </a>
          ))}
        </nav>
      )}
    </header>
  );
}
