// Links to the pages of the UI that show what an answer names.
import { comparePath, pagePath, tracePath, type PageId } from '../../lib/address/pages.ts';

export interface Site {
  project: string;
  /** The address of the UI, without a slash at its end. */
  webUrl: string;
}

export const runLink = ({ project, webUrl }: Site, run: string): string => `${webUrl}${tracePath(project, run)}`;

/** `step`: as on the page, such as `7b`; null = not known. */
export const stepLink = (site: Site, run: string, step: string | null): string =>
  step === null ? runLink(site, run) : `${runLink(site, run)}?step=${step}`;

export const compareLink = ({ project, webUrl }: Site, a: string, b: string): string =>
  `${webUrl}${comparePath(project, a, b)}`;

export const pageLink = ({ project, webUrl }: Site, page: PageId, search: Record<string, string> = {}): string => {
  const query = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== '')).toString();
  return `${webUrl}${pagePath(project, page)}${query && `?${query}`}`;
};
