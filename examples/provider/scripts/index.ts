/** All exchanges of the scripted provider. */
import type { Exchange } from '../script.ts';
import { analystScript } from './analyst.ts';
import { contractScript } from './contract.ts';
import { refundScript } from './refund.ts';
import { replaceScript } from './replace.ts';
import { reviewScript } from './review.ts';
import { triageScript } from './triage.ts';
import { tripScript } from './trip.ts';

export const scripts: readonly Exchange[] = [
  ...refundScript,
  ...tripScript,
  ...analystScript,
  ...reviewScript,
  ...replaceScript,
  ...contractScript,
  ...triageScript,
];
