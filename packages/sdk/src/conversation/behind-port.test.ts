/** Runs the span tests with the ledger behind a port. */
import { runBehindPort } from '../testing/behind-port.ts';

runBehindPort({
  'observed-fetch.test.ts': () => import('../tap/observed-fetch.test.ts'),
  'loop.test.ts': () => import('./loop.test.ts'),
  'stitching.test.ts': () => import('./stitching/stitching.test.ts'),
  'stitching.property.test.ts': () => import('./stitching/stitching.property.test.ts'),
  'sub-agents.test.ts': () => import('./sub-agents/sub-agents.test.ts'),
  'hand-over.test.ts': () => import('./stitching/hand-over.test.ts'),
  'generation.test.ts': () => import('../exchange/generation.test.ts'),
  'attempts.test.ts': () => import('./attempts.test.ts'),
  'gemini.test.ts': () => import('../exchange/gemini.test.ts'),
  'capture.test.ts': () => import('../privacy/capture.test.ts'),
  'count-tokens.test.ts': () => import('../exchange/count-tokens.test.ts'),
});
