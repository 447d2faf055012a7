/** Timelines for the tests of this folder. */
import { buildSteps } from '../../../lib/steps/build-steps.ts';
import type { TraceRows } from '../../../lib/skeleton/skeleton.ts';

export { call, span } from '../../../lib/steps/testing-rows.ts';

export const timeline = (rows: TraceRows) => buildSteps(rows);
