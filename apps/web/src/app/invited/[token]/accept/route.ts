// Accepts an invitation and redirects to its project; on failure it redirects back to the invitation page, which says
// why.
import type { NextRequest } from 'next/server';
import { invitationPath } from '../../../../lib/address/invitation-path.ts';
import { pagePath } from '../../../../lib/address/pages.ts';
import { SECOND_FACTOR_PATH } from '../../../../lib/address/sign-in-paths.ts';
import { trustedOrigins } from '../../../../server/env.ts';
import { clientAddressOf, clientNetwork } from '../../../../server/gate/index.ts';
import { takeUp } from '../../../../server/sign-in/invited.ts';
import { services } from '../../../../server/services.ts';
import { attempts } from '../../../../server/sign-in/attempts.ts';
import { tooManyAttempts } from '../../../../server/sign-in/too-many-attempts.ts';

const afterwards = ({ project, asksSecondFactor }: { project: string; asksSecondFactor: boolean }): string =>
  asksSecondFactor ? SECOND_FACTOR_PATH : pagePath(project, 'traces');

export async function POST(
  request: NextRequest,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> {
  const { token } = await params;
  const origin = request.headers.get('origin');
  // Prevents login CSRF: another site must not sign its visitors in here as a user of its choice.
  if (!origin || !trustedOrigins(services().env.webUrl).includes(origin))
    return new Response('This form is of another site.', { status: 403 });
  const network = clientNetwork(clientAddressOf(request.headers));
  const again = invitationPath(token);
  const blocked = await attempts().ofNetwork(network);
  if (blocked !== undefined) return tooManyAttempts(request, { wait: blocked, network }, again);
  const taken = await takeUp(services(), token, request.headers);
  const wait = taken ? undefined : await attempts().failed(network);
  if (wait !== undefined) return tooManyAttempts(request, { wait, network }, again);
  const headers = new Headers({ location: taken ? afterwards(taken) : again });
  for (const cookie of taken?.cookies ?? []) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}
