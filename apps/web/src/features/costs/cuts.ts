// By what the costs are cut, in words, and how a row of each is named. Pure.
import { SPEND_CUTS } from '../../lib/spend-cuts.ts';
import { isAnswer } from '../../lib/spend-tables.ts';

export const CUTS = [...SPEND_CUTS, 'tool'] as const;
export type Cut = (typeof CUTS)[number];

interface CutWords {
  /** Of the menu and of titles: "Spend by model". */
  label: string;
  head: string;
  /** A row whose name nobody said. */
  unnamed: string;
}

export const CUT_WORDS: Readonly<Record<Cut, CutWords>> = {
  model: { label: 'model', head: 'Model', unnamed: 'unnamed model' },
  agent: { label: 'agent', head: 'Agent', unnamed: 'no agent named' },
  session: { label: 'session', head: 'Session', unnamed: 'without a session' },
  effort: { label: 'effort', head: 'Effort', unnamed: 'effort not said' },
  tool: { label: 'tool', head: 'Tool', unnamed: 'unnamed tool' },
};

/** The rollups keep what nobody named under these. */
export const isUnnamed = (cut: Cut, key: string): boolean => key === '' || (cut === 'model' && key === 'unknown');

export function nameOf(cut: Cut, key: string): string {
  if (isUnnamed(cut, key)) return CUT_WORDS[cut].unnamed;
  return cut === 'tool' && isAnswer(key) ? 'Answers, without a tool' : key;
}
