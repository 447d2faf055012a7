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
  { id: 'sessions', label: 'Sessions', path: 'sessions', key: 'goSessions' },
  { id: 'search', label: 'Search', path: 'search', key: 'goSearch' },
  { id: 'costs', label: 'Costs', path: 'costs', key: 'goCosts' },
  { id: 'live', label: 'Live', path: 'live', key: 'goLive' },
  { id: 'compare', label: 'Compare', path: 'compare', key: 'goCompare' },
  { id: 'settings', label: 'Settings', path: 'settings/keys', key: 'goSettings' },
] as const satisfies readonly PageLink[];

export type PageId = (typeof PAGES)[number]['id'];

/** `/p/shop/traces` */
export const pagePath = (project: string, id: PageId): string =>
  `/p/${project}/${PAGES.find((page) => page.id === id)!.path}`;

/** Its page; downloads lie below it. */
export const tracePath = (project: string, trace: string): string => `${pagePath(project, 'traces')}/${trace}`;

/** With one side to be chosen there, or both. */
export const comparePath = (project: string, a: string, b?: string): string =>
  `${pagePath(project, 'compare')}?a=${a}${b === undefined ? '' : `&b=${b}`}`;

/** The page that a path belongs to: `/p/x/traces/1f` is Traces. */
export function pageOf(pathname: string): (typeof PAGES)[number] | undefined {
  const [, p, , section] = pathname.split('/');
  return p === 'p' ? PAGES.find((page) => page.path.split('/')[0] === section) : undefined;
}

/**
 * `/p/shop/sessions/s_81f`. Senders choose the id of a session: it is encoded, and one that a browser would read as a step in a path (`.`, `..`)
 * or that begins with the sign for that is marked by it.
 */
export const sessionPath = (project: string, session: string): string =>
  `${pagePath(project, 'sessions')}/${encodeURIComponent(/^(~|\.{1,2}$)/.test(session) ? `~${session}` : session)}`;

/** The id in the last part of such a path; undefined for what no session has. */
export function sessionOf(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replace(/^~/, '') || undefined;
  } catch {
    return undefined;
  }
}
