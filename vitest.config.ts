// One run for the unit and integration tests of all packages: `npx vitest run [path]`. The browser tests (e2e/) have
// their own runner.
import { defineConfig } from 'vitest/config';

const FAULTS = 'apps/ingest/faults/**';
/** Change what their whole process shares: clients and globals that are observed, variables of the environment. */
const APART = ['packages/sdk/**', 'apps/launcher/**', 'examples/**', 'bench/**'];
const exclude = ['**/{node_modules,dist,.next}/**'];
const shared = {
  include: ['{packages,apps}/**/*.test.{ts,tsx}', '{examples,bench}/**/*.test.ts'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // Most wait for a database or a process of their own, also on a machine with two cores.
  maxWorkers: '100%',
  sequence: { groupOrder: 0 },
};

export default defineConfig({
  test: {
    // Gives the run a place for its PostgreSQL, which starts only if a test asks for a database.
    globalSetup: './packages/db/src/testing-run.ts',
    projects: [
      // Files share their worker: loading what they import for each anew is a third of the CPU.
      { test: { ...shared, name: 'parts', exclude: [...exclude, FAULTS, ...APART], isolate: false } },
      {
        test: { ...shared, name: 'apart', include: APART.map((folder) => `${folder}/*.test.ts`), exclude },
      },
      // Each breaks a system of its own and waits for it to come back, under load: two at a time, when nothing else
      // runs.
      {
        test: {
          ...shared,
          name: 'faults',
          include: [`${FAULTS}/*.test.ts`],
          exclude,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
