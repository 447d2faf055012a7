/** Runs the span tests with the ledger behind a port. */
import { runBehindPort } from './testing/behind-port.ts';

runBehindPort({
  'observed-fetch.test.ts': () => import('./observed-fetch.test.ts'),
  'loop.test.ts': () => import('./loop.test.ts'),
  'stitching.test.ts': () => import('./stitching.test.ts'),
  'stitching.property.test.ts': () => import('./stitching.property.test.ts'),
  'generation.test.ts': () => import('./generation.test.ts'),
  'attempts.test.ts': () => import('./attempts.test.ts'),
  'gemini.test.ts': () => import('./gemini.test.ts'),
  'capture.test.ts': () => import('./capture.test.ts'),
  'count-tokens.test.ts': () => import('./count-tokens.test.ts'),
});
