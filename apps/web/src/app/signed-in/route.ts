// The target of sign-in links: redirects to the page that was requested before, otherwise to the first project.
// Redirects to a path without a host, so that it works behind any proxy.
import type { NextRequest } from 'next/server';
import { RETURN_COOKIE, returnPath } from '../../lib/address/return-path.ts';

export function GET(request: NextRequest): Response {
  const location = returnPath(request.cookies.get(RETURN_COOKIE)?.value) ?? '/';
  const headers = { location, 'set-cookie': `${RETURN_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax` };
  return new Response(null, { status: 303, headers });
}
