// Prints a one-time sign-in link for the owner as one JSON line, {"url": …}. Run by plain node: the launcher does so at every start.
import { createPrisma } from '@subtext/db';
import { readEnv } from './env.ts';
import { ownerLink } from './owner-link.ts';

const env = readEnv();
const prisma = createPrisma(env.databaseUrl);
try {
  console.log(JSON.stringify({ url: await ownerLink({ prisma, env }) }));
} finally {
  await prisma.$disconnect();
}
