import { AUTH_PATHS } from '../../../../server/auth.ts';
import { boundedRequest } from '../../../../server/gate/index.ts';
import { services } from '../../../../server/services.ts';

async function handle(asked: Request): Promise<Response> {
  if (!AUTH_PATHS.has(new URL(asked.url).pathname)) return new Response('Not found', { status: 404 });
  const request = await boundedRequest(asked);
  return request instanceof Response ? request : services().auth.handler(request);
}

export { handle as GET, handle as POST };
