import { AUTH_PATHS } from '../../../../server/auth.ts';
import { services } from '../../../../server/services.ts';

function handle(request: Request): Promise<Response> | Response {
  if (!AUTH_PATHS.has(new URL(request.url).pathname)) return new Response('Not found', { status: 404 });
  return services().auth.handler(request);
}

export { handle as GET, handle as POST };
