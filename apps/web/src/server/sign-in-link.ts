// Prints a one-time sign-in link, alone on its line: for the owner, or for the member whose address is given. Run by
// plain node: by the launcher at every start, and by operators of the containers.
import { parseArgs } from 'node:util';
import { createPrisma } from '@subtext/db';
import { readEnv } from './env.ts';
import { memberLink, ownerLink } from './sign-in/owner-link.ts';

const env = readEnv();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'remove-second-factor': { type: 'boolean', default: false } },
});
const [email] = positionals;
const removesSecondFactor = values['remove-second-factor'];
const prisma = createPrisma(env.databaseUrl);
try {
  const isOfMember = email !== undefined || removesSecondFactor;
  const link = isOfMember
    ? memberLink({ prisma, env }, email ?? env.ownerEmail, { removesSecondFactor })
    : ownerLink({ prisma, env });
  console.log(await link);
} finally {
  await prisma.$disconnect();
}
