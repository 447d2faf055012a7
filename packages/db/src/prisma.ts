/** The Prisma client for everyday queries (sign-in, projects, keys). `npm run generate` writes it. */
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/prisma/client.ts';

export type { PrismaClient };

/** Connects when first used; end it with `$disconnect()`. */
export function createPrisma(databaseUrl: string): PrismaClient {
  const schema = schemaOf(databaseUrl);
  const adapter = new PrismaPg({ connectionString: databaseUrl }, schema === undefined ? {} : { schema });
  return new PrismaClient({ adapter });
}

/**
 * The schema of the tables, where the URL names one: Prisma writes it before the name of each table, and `public` if it knows none, while
 * every other connection goes by `search_path`.
 */
export function schemaOf(databaseUrl: string): string | undefined {
  if (!URL.canParse(databaseUrl)) return undefined;
  const [first = ''] = (new URL(databaseUrl).searchParams.get('search_path') ?? '').split(',');
  return first.trim() || undefined;
}
