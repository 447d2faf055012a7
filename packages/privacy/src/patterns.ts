/**
 * Runs users' regular expressions in a linear-time engine, because some expressions make the built-in engine run
 * forever. One search is linear, but finding all matches can be quadratic (`[a-z]+1|[a-z]`: 19 s for 20,000 letters),
 * so each value also has a budget of CPU time.
 */
import { RE2JS } from 're2js';
import type { Range } from './entities.ts';
import type { ProjectRules } from './rules.ts';

export interface Pattern {
  name: string;
  /** It may match a whole value but not the same text inside a longer one. */
  isAnchored: boolean;
  /** Throws an Unaffordable when the budget is used up. */
  find(text: string, budget: Budget): Range[];
}

/** Why a value may not be kept. Shown in its place and on its span. */
export class Withheld extends Error {
  override name = 'Withheld';
}

/** The search needs more than the budget allows. With a larger budget the value might be kept. */
export class Unaffordable extends Withheld {}

/** Instructions of the engine per character; `\w{1,1000}` alone has a thousand. */
const MAX_INSTRUCTIONS = 500;

/** Throws an Error with a sentence when the expression cannot be used. */
export function compilePattern({ name, pattern }: ProjectRules['mask']['patterns'][number]): Pattern {
  const compiled = RE2JS.compile(pattern);
  if (compiled.programSize() > MAX_INSTRUCTIONS) throw new Error('it is too large: use smaller repeats');
  if (compiled.test('')) throw new Error('it matches the empty text');
  return {
    name,
    isAnchored: /[\^$]|\\[Az]/.test(pattern),
    find(text, budget) {
      const found: Range[] = [];
      // This test runs on an automaton, some hundred times faster than a search for positions. Most texts end here.
      if (!compiled.test(text)) return found;
      budget.afford(compiled.programSize() * text.length);
      const matcher = compiled.matcher(text);
      while (matcher.find()) {
        if (matcher.end() > matcher.start()) found.push([matcher.start(), matcher.end()]);
        budget.spend(text.length);
      }
      return found;
    },
  };
}

/** Reading the clock costs as much as searching some thousand characters. */
const LOOK_EVERY_CHARACTERS = 10_000;

export interface Limits {
  /** CPU time, so that a busy machine does not withhold more. */
  milliseconds: number;
  /** Instructions × characters of one search, at about 50 ns each. */
  work: number;
}

/** The budget for all texts of one span: 300,000 characters with a typical expression. */
export const WHOLE: Limits = { milliseconds: 250, work: 4_000_000 };
/** The budget for work on the main thread before other work gets its turn. */
export const BRIEF: Limits = { milliseconds: 10, work: 300_000 };

export class Budget {
  readonly #limits: Limits;
  #started: NodeJS.CpuUsage | undefined;
  #characters = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Call it before each search of a text. */
  afford(work: number): void {
    if (work > this.#limits.work) throw new Unaffordable('too large for the pattern that is in it');
  }

  /** Call it after each search of a text. Throws when the time is used up. */
  spend(characters: number): void {
    this.#started ??= process.threadCpuUsage();
    this.#characters += characters;
    if (this.#characters < LOOK_EVERY_CHARACTERS) return;
    this.#characters = 0;
    const { user, system } = process.threadCpuUsage(this.#started);
    if (user + system > this.#limits.milliseconds * 1000) throw new Unaffordable('a pattern takes too long');
  }
}
