/** The server for its owner: a database with the first project, and procedures called through the real gate. */
import { createPrisma, type PrismaClient } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import type { WebEnv } from '../env.ts';
import { ownerLink } from '../sign-in/owner-link.ts';
import { LargeReads } from '../large-reads/large-reads.ts';
import { createCaller, type Caller } from '../routers/index.ts';
import { ownDefaultProject } from './own-default-project.ts';

export const TEST_ENV: WebEnv = {
  databaseUrl: '',
  webUrl: 'http://localhost:3000',
  authSecret: 'a secret only for this test, long enough',
  ingestUrl: 'http://127.0.0.1:4318',
  sdkSource: '/path/to/subtext/packages/sdk',
  ownerEmail: 'owner@subtext.localhost',
  readsPerMinute: 0,
  trustedProxies: () => false,
  mail: undefined,
  oidc: undefined,
  isSecondFactorRequired: false,
  hasExportDirectory: true,
  metricsToken: undefined,
};

export interface Owner {
  database: TestDatabase;
  prisma: PrismaClient;
  reads: LargeReads;
  /** As the owner, or as the user of that id, in their current role. */
  caller(userId?: string, env?: WebEnv): Promise<Caller>;
  close(): Promise<void>;
}

/** Starts no process before the first large read. */
export const readsOf = ({ url, sql }: TestDatabase): LargeReads => new LargeReads({ databaseUrl: url, sql });

export async function openOwner(): Promise<Owner> {
  const database = await createTestDatabase();
  const prisma = createPrisma(database.url);
  await ownerLink({ prisma, env: TEST_ENV });
  await ownDefaultProject(database.sql);
  const reads = readsOf(database);
  return {
    database,
    prisma,
    reads,
    async caller(userId, env = TEST_ENV) {
      const me = await prisma.user.findFirstOrThrow({
        where: userId ? { id: userId } : { email: TEST_ENV.ownerEmail },
      });
      const credential = { kind: 'session', id: 'of no cookie' } as const;
      const user = () =>
        Promise.resolve({
          id: me.id,
          name: me.name,
          email: me.email,
          hasSecondFactor: me.twoFactorEnabled,
          hasProvenPasskey: false,
          credential,
        });
      return createCaller({ prisma, sql: database.sql, reads, env, user, requestId: 'test' });
    },
    async close() {
      reads.close();
      await prisma.$disconnect();
      await database.drop();
    },
  };
}
