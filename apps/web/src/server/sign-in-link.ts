// Prints a one-time sign-in link as one JSON line, {"url": …}: for the owner, or for the member whose address is given. Run by plain node: the
// launcher does so at every start.
import { createPrisma } from '@subtext/db';
import { readEnv } from './env.ts';
import { memberLink, ownerLink } from './owner-link.ts';

const env = readEnv();
const [email] = process.argv.slice(2);
const prisma = createPrisma(env.databaseUrl);
try {
  console.log(JSON.stringify({ url: await (email ? memberLink({ prisma, env }, email) : ownerLink({ prisma, env })) }));
} finally {
  await prisma.$disconnect();
}
