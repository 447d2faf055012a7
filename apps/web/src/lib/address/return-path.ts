// The page that the user requested before signing in. The value comes from outside, so only pages of a project are
// accepted.

/** The cookie that stores the page during the sign-in. */
export const RETURN_COOKIE = 'subtext_return';
export const RETURN_PARAMETER = 'from';
/** The request header that contains the page's own path, which Next does not provide otherwise. */
export const PATH_HEADER = 'x-path';
const MAX_CHARACTERS = 2_000;
/** Rejects everything that a browser would read as another host, or that leaves `/p/`. */
const PAGE = /^\/p\/[\w-]+\/[^\\\s]*$/;

/** The path with its query string; undefined when it is not a page of a project. */
export function returnPath(wanted: string | null | undefined): string | undefined {
  if (!wanted || wanted.length > MAX_CHARACTERS || !PAGE.test(wanted)) return undefined;
  const { origin, pathname, search } = new URL(wanted, 'http://here');
  return origin === 'http://here' && PAGE.test(pathname) ? `${pathname}${search}` : undefined;
}

/** The sign-in page, which then returns to the requested page. */
export function signInPath(wanted: string | null): string {
  const path = returnPath(wanted);
  return path === undefined ? '/sign-in' : `/sign-in?${new URLSearchParams({ [RETURN_PARAMETER]: path }).toString()}`;
}
