// Where a person wanted to go before signing in. Comes from outside: only pages of a project are gone back to.

/** The cookie in which the page waits for the sign-in. */
export const RETURN_COOKIE = 'subtext_return';
export const RETURN_PARAMETER = 'from';
/** In which a page finds its own path: nothing else tells it. */
export const PATH_HEADER = 'x-path';
const MOST_CHARACTERS = 2_000;
/** Nothing that a browser would read as another host, and no step out of `/p/`. */
const PAGE = /^\/p\/[\w-]+\/[^\\\s]*$/;

/** The path with its search, undefined when it is no page of a project. */
export function returnPath(wanted: string | null | undefined): string | undefined {
  if (!wanted || wanted.length > MOST_CHARACTERS || !PAGE.test(wanted)) return undefined;
  const { origin, pathname, search } = new URL(wanted, 'http://here');
  return origin === 'http://here' && PAGE.test(pathname) ? `${pathname}${search}` : undefined;
}

/** The sign-in, which leads back to the page. */
export function signInPath(wanted: string | null): string {
  const path = returnPath(wanted);
  return path === undefined ? '/sign-in' : `/sign-in?${new URLSearchParams({ [RETURN_PARAMETER]: path }).toString()}`;
}
