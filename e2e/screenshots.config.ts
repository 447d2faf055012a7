// `npm run screenshots`: every screen in both themes, from the example traces, to be looked at. Not a test.
import journeys from './playwright.config.ts';

export default {
  ...journeys,
  testMatch: 'screenshots.ts',
  // Both themes show the same traces.
  workers: 1,
  outputDir: '../test-results/screenshots-run',
};
