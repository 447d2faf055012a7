/**
 * `npm run generate` of this package, after a change of prisma/schema.prisma: writes the Prisma client into src/generated/prisma. The client
 * is in git, since generating it needs Prisma's command line, which is a fifth of all packages by size and nothing that running needs.
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const CLIENT = 'packages/db/src/generated/prisma';

/** Reads prisma/schema.prisma below `root`, which says where its client goes: `packages/db/src/generated/prisma`, whose path it returns. */
export function generateClient(root: string): string {
  const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js');
  const client = join(root, CLIENT);
  rmSync(client, { recursive: true, force: true }); // of models that were removed
  execFileSync(process.execPath, [prisma, 'generate', '--schema', join(root, 'prisma/schema.prisma'), '--no-hints'], {
    env: {
      ...process.env,
      // Generating needs no engine, but the command line downloads one unless it finds a path here; any will do.
      PRISMA_SCHEMA_ENGINE_BINARY: prisma,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return client;
}

if (import.meta.main) console.log(`Wrote ${generateClient(join(import.meta.dirname, '../../..'))}`);
