/** `npm run build` of this package, into src/generated (not in git): the Prisma client out of prisma/schema.prisma, and the driver. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { repairDriver } from './repair-driver.ts';

const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js');
const schema = join(import.meta.dirname, '../../../prisma/schema.prisma');

// Generating needs no engine, but the command line downloads one unless it is told that there is one already; any path will do.
const environment = {
  ...process.env,
  PRISMA_SCHEMA_ENGINE_BINARY: prisma,
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
};
execFileSync(process.execPath, [prisma, 'generate', '--schema', schema, '--no-hints'], {
  env: environment,
  stdio: 'inherit',
});

await repairDriver(join(import.meta.dirname, 'generated/postgres'));
