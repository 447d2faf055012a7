// Prints a one-time sign-in link, alone on its line: for the owner, or for the member whose address is given. Run by
// plain node: by the launcher at every start, and by operators of the containers.
import { createPrisma } from '@subtext/db';
import { readEnv } from './env.ts';
import { memberLink, ownerLink } from './sign-in/owner-link.ts';

const env = readEnv();
const [email] = process.argv.slice(2);
const prisma = createPrisma(env.databaseUrl);
try {
  console.log(await (email ? memberLink({ prisma, env }, email) : ownerLink({ prisma, env })));
} finally {
  await prisma.$disconnect();
}
