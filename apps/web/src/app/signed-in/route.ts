// The target of sign-in links: redirects to the page that was requested before, otherwise to the traces. Redirects to a
// path without a host, so that it works behind any proxy.
import type { NextRequest } from 'next/server';
import { pagePath } from '../../lib/address/pages.ts';
import { RETURN_COOKIE, returnPath } from '../../lib/address/return-path.ts';
import { DEFAULT_PROJECT } from '../../server/sign-in/owner-link.ts';

export function GET(request: NextRequest): Response {
  const location = returnPath(request.cookies.get(RETURN_COOKIE)?.value) ?? pagePath(DEFAULT_PROJECT, 'traces');
  const headers = { location, 'set-cookie': `${RETURN_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax` };
  return new Response(null, { status: 303, headers });
}
