// The pages of a project, in the order of the top bar. A page exists everywhere (bar, palette, keys) by one row here.
import type { KeyId } from './keyboard/keys.ts';

export interface PageLink {
  id: string;
  label: string;
  /** Path below `/p/<project>`. */
  path: string;
  key: KeyId;
}

export const PAGES = [
  { id: 'traces', label: 'Traces', path: 'traces', key: 'goTraces' },
  { id: 'costs', label: 'Costs', path: 'costs', key: 'goCosts' },
  { id: 'settings', label: 'Settings', path: 'settings/keys', key: 'goSettings' },
] as const satisfies readonly PageLink[];

export type PageId = (typeof PAGES)[number]['id'];

/** `/p/shop/traces` */
export const pagePath = (project: string, id: PageId): string =>
  `/p/${project}/${PAGES.find((page) => page.id === id)!.path}`;

/** The page that a path belongs to: `/p/x/traces/1f` is Traces. */
export function pageOf(pathname: string): PageLink | undefined {
  const [, p, , section] = pathname.split('/');
  return p === 'p' ? PAGES.find((page) => page.path.split('/')[0] === section) : undefined;
}
