/** Successive thoughts are nearly equal, or two thoughts come again and again in turn. */
import type { Check, Finding } from '../finding.ts';
import type { Run } from '../run.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { likeness, tokens } from '../text/shingles.ts';
import { isCut, quote, thinkingDollars, thoughtUses, unreadable, type ThoughtUse } from './thoughts.ts';

const NEARLY_EQUAL = 0.9;
/** Shorter thoughts (`Let me check the next one.`) are alike by chance, unless they lead to the same calls. */
const SHORTEST = 80;
const SHORTEST_BEFORE_SAME_CALLS = 20;
/** The evidence quotes the start; the whole thought is meant. */
const QUOTED = 200;

interface ReadThought {
  use: ThoughtUse;
  words: string[];
}

function find(run: Run): Finding[] {
  const read: ReadThought[] = [];
  return thoughtUses(run).flatMap((use) => {
    const later = { use, words: tokens(use.thought.text) };
    const [third, second, first] = [read.at(-3), read.at(-2), read.at(-1)];
    read.push(later);
    if (!first) return [];
    const alike = alikeness(first, later);
    if (alike !== null) return finding(run, { earlier: first, later, alike });
    // Two thoughts in turn: A, B, A, B.
    if (!third || !second || alikeness(third, first) === null) return [];
    const inTurn = alikeness(second, later);
    return inTurn === null ? [] : finding(run, { earlier: second, later, alike: inTurn });
  });
}

/** null: the thoughts are different enough. */
function alikeness(earlier: ReadThought, later: ReadThought): number | null {
  const both = [earlier, later];
  // Equal starts say nothing about the rest.
  if (both.some(({ use }) => isCut(use.thought)) || !sameNumbers(earlier.words, later.words)) return null;
  const shortest = Math.min(...both.map(({ use }) => use.thought.text.trim().length));
  const alike = likeness(earlier.words, later.words);
  if (shortest < SHORTEST)
    return alike === 1 && shortest >= SHORTEST_BEFORE_SAME_CALLS && hasSameCalls(earlier.use, later.use) ? alike : null;
  return alike >= NEARLY_EQUAL && !isProgress(earlier, later) ? alike : null;
}

const callsOf = ({ calls }: ThoughtUse): string =>
  JSON.stringify(calls.map(({ call }) => [call.tool, call.arguments === null ? null : canonicalJson(call.arguments)]));

const hasSameCalls = (earlier: ThoughtUse, later: ThoughtUse): boolean =>
  later.calls.length > 0 &&
  later.calls.every(({ call }) => call.arguments !== null) &&
  callsOf(earlier) === callsOf(later);

/** The thoughts differ in what their calls differ in: `I look up Smith`, `I look up Jones`. */
function isProgress(earlier: ReadThought, later: ReadThought): boolean {
  const [before, now] = [earlier, later].map(({ use }) => new Set(tokens(callsOf(use))));
  const words = new Set(earlier.words);
  return later.words.some((word) => !words.has(word) && now!.has(word) && !before!.has(word));
}

interface Pair {
  earlier: ReadThought;
  later: ReadThought;
  alike: number;
}

function finding(run: Run, { earlier, later, alike }: Pair): Finding {
  const step = run.steps[later.use.step]!;
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
