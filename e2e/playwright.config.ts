// Journeys in a real browser against real systems, two at a time, each worker with a system of its own (fixtures.ts).
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  // A journey and its system keep a good core busy.
  workers: 2,
  // Else the last file keeps one worker busy while the other has nothing to do.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A journey takes 1 to 15 s on a quiet machine, and four times as long on a busy one.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A recording of each act is a sixth of the CPU of a run: `npm run e2e -- --trace on` makes one.
    trace: 'off',
    screenshot: 'only-on-failure',
    // The launcher finds a browser (npm run e2e, npm test).
    launchOptions: { executablePath: process.env.SUBTEXT_BROWSER || undefined },
  },
});
