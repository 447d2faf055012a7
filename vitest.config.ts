// One run for the unit and integration tests of all packages: `npx vitest run [path]`. The browser tests (e2e/) have their own runner.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{packages,apps}/**/*.test.{ts,tsx}', '{examples,bench}/**/*.test.ts'],
    exclude: ['**/{node_modules,dist,.next}/**'],
    // Gives the run a place for its PostgreSQL, which starts only if a test asks for a database.
    globalSetup: './packages/db/src/testing-run.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
