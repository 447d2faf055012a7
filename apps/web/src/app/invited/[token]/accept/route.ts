// Takes an invitation up, and leads into its project; back to its page, which says why, when that is not possible.
import type { NextRequest } from 'next/server';
import { invitationPath } from '../../../../lib/invitation-path.ts';
import { pagePath } from '../../../../lib/pages.ts';
import { trustedOrigins } from '../../../../server/env.ts';
import { takeUp } from '../../../../server/invited.ts';
import { services } from '../../../../server/services.ts';

export async function POST(
  request: NextRequest,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> {
  const { token } = await params;
  const origin = request.headers.get('origin');
  // Another site may not sign its visitors in here as somebody of its choice.
  if (!origin || !trustedOrigins(services().env.webUrl).includes(origin))
    return new Response('This form is of another site.', { status: 403 });
  const taken = await takeUp(services(), token, request.headers);
  const headers = new Headers({ location: taken ? pagePath(taken.project, 'traces') : invitationPath(token) });
  for (const cookie of taken?.cookies ?? []) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}
