// One run for the unit and integration tests of all packages: `npx vitest run [path]`. The browser tests (e2e/) have
// their own runner.
import { defineConfig } from 'vitest/config';

const FAULTS = 'apps/ingest/faults/**';
const shared = {
  include: ['{packages,apps}/**/*.test.{ts,tsx}', '{examples,bench}/**/*.test.ts'],
  exclude: ['**/{node_modules,dist,.next}/**'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    // Gives the run a place for its PostgreSQL, which starts only if a test asks for a database.
    globalSetup: './packages/db/src/testing-run.ts',
    projects: [
      {
        test: {
          ...shared,
          name: 'parts',
          exclude: [...shared.exclude, FAULTS],
          // Most wait for a database or a process of their own, also on a machine with two cores.
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      // Each breaks a system of its own and waits for it to come back, under load: two at a time, when nothing else
      // runs.
      {
        test: {
          ...shared,
          name: 'faults',
          include: [`${FAULTS}/*.test.ts`],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
