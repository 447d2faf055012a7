// The pages of a project, in the order of the top bar. One row here adds a page to the bar, the palette and the keys.
import type { KeyId } from '../keyboard/keys.ts';

export interface PageLink {
  id: string;
  label: string;
  /** Path below `/p/<project>`. */
  path: string;
  key: KeyId;
}

export const PAGES = [
  { id: 'traces', label: 'Traces', path: 'traces', key: 'goTraces' },
  { id: 'sessions', label: 'Sessions', path: 'sessions', key: 'goSessions' },
  { id: 'search', label: 'Search', path: 'search', key: 'goSearch' },
  { id: 'costs', label: 'Costs', path: 'costs', key: 'goCosts' },
  { id: 'releases', label: 'Releases', path: 'releases', key: 'goReleases' },
  { id: 'live', label: 'Live', path: 'live', key: 'goLive' },
  { id: 'compare', label: 'Compare', path: 'compare', key: 'goCompare' },
  { id: 'settings', label: 'Settings', path: 'settings/keys', key: 'goSettings' },
] as const satisfies readonly PageLink[];

export type PageId = (typeof PAGES)[number]['id'];
export type Page = (typeof PAGES)[number];

/** `/p/shop/traces` */
export const pagePath = (project: string, id: PageId): string =>
  `/p/${project}/${PAGES.find((page) => page.id === id)!.path}`;

/** The user's own account, among the settings (settings-pages.ts). */
export const accountPath = (project: string): string => `/p/${project}/settings/account`;

/** The trace's page; its downloads lie below it. */
export const tracePath = (project: string, trace: string): string => `${pagePath(project, 'traces')}/${trace}`;

/** A table of more runs would be too long to read. */
export const MOST_COMPARED = 10;

/** Compares the traces with the first of them. With only one, the user selects the other one there. */
export const comparePath = (project: string, ...traces: readonly string[]): string =>
  `${pagePath(project, 'compare')}?${traces.length > 2 ? `runs=${traces.join()}` : `a=${traces.join('&b=')}`}`;

/** The page of a path: `/p/x/traces/1f` is Traces. */
export function pageOf(pathname: string): Page | undefined {
  const [, p, , section] = pathname.split('/');
  return p === 'p' ? PAGES.find((page) => page.path.split('/')[0] === section) : undefined;
}

/**
 * `/p/shop/sessions/s_81f`. Senders choose the session id, so it is encoded. An id that a browser would resolve as a
 * path step (`.`, `..`), or that begins with the escape character, gets an escape character in front.
 */
export const sessionPath = (project: string, session: string): string =>
  `${pagePath(project, 'sessions')}/${encodeURIComponent(/^(~|\.{1,2}$)/.test(session) ? `~${session}` : session)}`;

/** The session id of the last path segment; undefined when it is not valid. */
export function sessionOf(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replace(/^~/, '') || undefined;
  } catch {
    return undefined;
  }
}
