// The questions of the MCP server, in the order in which an agent reads them.
import { asOf } from './as-of.ts';
import { compareReleases } from './compare-releases.ts';
import { dearestHidden } from './dearest-hidden.ts';
import { explainCost } from './explain-cost.ts';
import { findRuns } from './find-runs.ts';
import { fork } from './fork.ts';
import type { Question } from './question.ts';
import { searchThoughts } from './search-thoughts.ts';
import { suggestSettings } from './suggest-settings.ts';
import { why } from './why.ts';

export type { Asking } from './question.ts';

export const QUESTIONS: readonly Question[] = [
  ...[findRuns, why, asOf, fork, compareReleases],
  ...[dearestHidden, searchThoughts, explainCost, suggestSettings],
];
