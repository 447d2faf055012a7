// Runs before every page: gives the page its own nonce, forbids every script, frame and remote request that is not
// ours, and remembers the requested page for a user who has to sign in first.
import { NextResponse, type NextRequest } from 'next/server';
import { PATH_HEADER, RETURN_COOKIE, RETURN_PARAMETER, returnPath } from './lib/address/return-path.ts';

function contentSecurityPolicy(nonce: string): string {
  // React's development build reads server stacks with eval; production never does.
  const development = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${development}`,
    "style-src 'self' 'unsafe-inline'",
    // Images and recordings of a conversation are in the page itself; a URL in it is never loaded.
    "img-src 'self' blob: data:",
    'media-src data:',
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** As long as a link to sign in works. */
const REMEMBERED_SECONDS = 15 * 60;

/** When a session ended while a page was open, returns that page. */
function requestedPage({ nextUrl, headers }: NextRequest): string | undefined {
  const from = nextUrl.searchParams.get(RETURN_PARAMETER);
  const referrer = URL.parse(headers.get('referer') ?? '');
  const own = referrer?.host === headers.get('host') ? `${referrer?.pathname}${referrer?.search}` : undefined;
  return returnPath(from ?? own);
}

export function proxy(request: NextRequest): NextResponse {
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set(PATH_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  // Next reads the nonce for its own scripts from here.
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  const wanted = request.nextUrl.pathname === '/sign-in' ? requestedPage(request) : undefined;
  if (wanted !== undefined) {
    const options = { httpOnly: true, sameSite: 'lax', path: '/', maxAge: REMEMBERED_SECONDS } as const;
    response.cookies.set(RETURN_COOKIE, wanted, options);
  }
  return response;
}

export const config = { matcher: ['/((?!api/|mcp$|_next/static/).*)'] };
