/** The Prisma client for everyday queries (sign-in, projects, keys). `npm run build` generates it. */
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.ts';

export type { PrismaClient };

/** Connects when first used; end it with `$disconnect()`. */
export function createPrisma(databaseUrl: string): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg({ connectionString: databaseUrl }) });
}
