// Where a trace page goes back to: the list as it was left, with its filter and sort. Kept while the app is open; a page that was opened by a
// link goes to the plain list.
import { pagePath } from './pages.ts';

const left = new Map<string, string>();

/** `search` as in the address: `?q=…`, or nothing. */
export const rememberList = (project: string, search: string): void => void left.set(project, search);

export const listPath = (project: string): string => `${pagePath(project, 'traces')}${left.get(project) ?? ''}`;
