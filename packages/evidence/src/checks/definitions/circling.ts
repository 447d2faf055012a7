/** Successive thoughts are nearly equal. */
import type { Check, Finding } from '../finding.ts';
import type { Run } from '../run.ts';
import { similarity, tokens } from '../text/shingles.ts';
import { isCut, quote, thinkingDollars, thoughtUses, unreadable, type ThoughtUse } from './thoughts.ts';

const NEARLY_EQUAL = 0.9;
/** Shorter thoughts (`Let me check the next one.`) are alike by chance. */
const SHORTEST = 80;
/** The evidence quotes the start; the whole thought is meant. */
const QUOTED = 200;

interface ReadThought {
  use: ThoughtUse;
  words: string[];
}

function find(run: Run): Finding[] {
  let before: ReadThought | null = null;
  return thoughtUses(run).flatMap((use) => {
    const earlier = before;
    before = { use, words: tokens(use.thought.text) };
    return earlier ? (finding(run, earlier, before) ?? []) : [];
  });
}

function finding(run: Run, earlier: ReadThought, later: ReadThought): Finding | null {
  const isShort = [earlier, later].some(({ use }) => use.thought.text.trim().length < SHORTEST);
  // Equal starts say nothing about the rest.
  if ([earlier, later].some(({ use }) => isCut(use.thought))) return null;
  if (isShort || !sameNumbers(earlier.words, later.words)) return null;
  const alike = similarity(earlier.words, later.words);
  const step = run.steps[later.use.step];
  if (alike < NEARLY_EQUAL || !step) return null;
  const isOnly = step.thoughts.length === 1;
  // Different thoughts can have equal summaries.
  const isVerbatim = !earlier.use.thought.isSummary && !later.use.thought.isSummary;
  return {
    check: 'circling',
    step: later.use.step,
    call: null,
    confidence: alike === 1 && isVerbatim ? 'certain' : 'likely',
    evidence: [
      startOf(earlier.use),
      startOf(later.use),
      { kind: 'value', name: 'similarity', value: Math.floor(alike * 100) / 100 },
    ],
    tokens: isOnly ? step.tokens.thinking : null,
    dollars: isOnly ? thinkingDollars(step) : null,
  };
}

/** `Item 12 of 50` and `item 13 of 50` are progress, in however many equal words. */
function sameNumbers(one: readonly string[], other: readonly string[]): boolean {
  const numbers = (all: readonly string[]) => all.filter((word) => /\p{N}/u.test(word)).join(' ');
  return numbers(one) === numbers(other);
}

function startOf(use: ThoughtUse) {
  const text = use.thought.text.slice(0, QUOTED);
  return quote(use, { from: 0, to: text.length, text });
}

export const circling: Check = {
  id: 'circling',
  title: 'The same thought again',
  find,
  notChecked: (run) => unreadable('circling', run),
};
