// The list that a trace page returns to, with its filter and sort order. Kept in memory; a page that was opened by a
// link returns to the default list.
import { pagePath } from './pages.ts';

const left = new Map<string, string>();

/** `search` as in the URL: `?q=…`, or empty. */
export const rememberList = (project: string, search: string): void => void left.set(project, search);

export const listPath = (project: string): string => `${pagePath(project, 'traces')}${left.get(project) ?? ''}`;
