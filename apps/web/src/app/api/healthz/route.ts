import { services } from '../../../server/services.ts';

export const dynamic = 'force-dynamic';

/** 200 when the process is up and reaches its database, otherwise 503. */
export async function GET(): Promise<Response> {
  try {
    await services().prisma.$queryRaw`SELECT 1`;
    return Response.json({ status: 'ok' });
  } catch {
    return Response.json({ status: 'database unreachable' }, { status: 503 });
  }
}
