/**
 * Runs as `npm run generate` of this package after a change of prisma/schema.prisma, and writes the Prisma client into
 * src/generated/prisma. The client is committed, because generating it needs Prisma's command line, which is a fifth of
 * all packages by size and is not needed at run time.
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const CLIENT = 'packages/db/src/generated/prisma';

/**
 * Reads prisma/schema.prisma below `root` and writes the client where the schema says:
 * `packages/db/src/generated/prisma`. Returns that path.
 */
export function generateClient(root: string): string {
  const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js');
  const client = join(root, CLIENT);
  rmSync(client, { recursive: true, force: true }); // files of removed models
  execFileSync(process.execPath, [prisma, 'generate', '--schema', join(root, 'prisma/schema.prisma'), '--no-hints'], {
    env: {
      ...process.env,
      // Generating needs no engine, but the command line downloads one unless this variable names a file. Any file
      // works.
      PRISMA_SCHEMA_ENGINE_BINARY: prisma,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return client;
}

if (import.meta.main) console.log(`Wrote ${generateClient(join(import.meta.dirname, '../../..'))}`);
