// Journeys in a real browser against a real system, one after the other: they share that system and two cores.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results/e2e',
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    // The launcher finds a browser (npm run e2e, npm test).
    launchOptions: { executablePath: process.env.SUBTEXT_BROWSER || undefined },
  },
});
