// Describes to agents what they can do at this address.
import { llmsText } from '../../server/mcp/llms-text.ts';
import { services } from '../../server/services.ts';

export const dynamic = 'force-dynamic';

export const GET = (): Response =>
  new Response(llmsText(services().env.webUrl), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
