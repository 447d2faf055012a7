// How costs can be grouped, in words, and how a row of each grouping is named. Pure.
import { SPEND_CUTS } from '../../../lib/figures/spend-cuts.ts';
import { isAnswer } from '../../../lib/figures/spend-tables.ts';

export const CUTS = [...SPEND_CUTS, 'tool'] as const;
export type Cut = (typeof CUTS)[number];

interface CutWords {
  /** Used in the menu and in titles: "Spend by model". */
  label: string;
  head: string;
  /** The name of a row whose key was not reported. */
  unnamed: string;
}

export const CUT_WORDS: Readonly<Record<Cut, CutWords>> = {
  model: { label: 'model', head: 'Model', unnamed: 'unnamed model' },
  agent: { label: 'agent', head: 'Agent', unnamed: 'no agent named' },
  session: { label: 'session', head: 'Session', unnamed: 'without a session' },
  effort: { label: 'effort', head: 'Effort', unnamed: 'effort not reported' },
  tool: { label: 'tool', head: 'Tool', unnamed: 'unnamed tool' },
};

/** The keys under which the rollups store unnamed rows. */
export const isUnnamed = (cut: Cut, key: string): boolean => key === '' || (cut === 'model' && key === 'unknown');

export function nameOf(cut: Cut, key: string): string {
  if (isUnnamed(cut, key)) return CUT_WORDS[cut].unnamed;
  return cut === 'tool' && isAnswer(key) ? 'Answers, without a tool' : key;
}
