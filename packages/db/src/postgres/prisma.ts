/** The Prisma client for everyday queries (sign-in, projects, keys). `npm run generate` writes it. */
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../generated/prisma/client.ts';

export type { PrismaClient };

/** Connects on first use. End it with `$disconnect()`. */
export function createPrisma(databaseUrl: string): PrismaClient {
  const schema = schemaOf(databaseUrl);
  const adapter = new PrismaPg({ connectionString: databaseUrl }, schema === undefined ? {} : { schema });
  return new PrismaClient({ adapter });
}

/**
 * Returns the schema of the tables when the URL names one. Prisma writes the schema before each table name, or `public`
 * when it has none, while all other connections use `search_path`.
 */
export function schemaOf(databaseUrl: string): string | undefined {
  if (!URL.canParse(databaseUrl)) return undefined;
  const [first = ''] = (new URL(databaseUrl).searchParams.get('search_path') ?? '').split(',');
  return first.trim() || undefined;
}
