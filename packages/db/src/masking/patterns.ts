/**
 * Regular expressions of users, in a linear-time engine: the built-in one can be made to run for ever by one of them. One search is linear, but
 * finding all can be quadratic (`[a-z]+1|[a-z]`: 19 s for 20,000 letters), so a value has a budget of processor time, too.
 */
import { RE2JS } from 're2js';
import type { Range } from './entities.ts';
import type { ProjectRules } from './rules.ts';

export interface Pattern {
  name: string;
  /** It may match a whole value and not the same words inside a longer text. */
  isAnchored: boolean;
  /** Throws an Unaffordable when the budget is spent. */
  find(text: string, budget: Budget): Range[];
}

/** Why a value may not be kept: shown in its place and on its span. */
export class Withheld extends Error {
  override name = 'Withheld';
}

/** More is asked than the budget has: with a larger one it might be kept. */
export class Unaffordable extends Withheld {}

/** Steps of the engine for each character; `\w{1,1000}` alone has a thousand. */
const MOST_INSTRUCTIONS = 500;

/** Throws an Error with a sentence when the expression cannot be used. */
export function compilePattern({ name, pattern }: ProjectRules['mask']['patterns'][number]): Pattern {
  const compiled = RE2JS.compile(pattern);
  if (compiled.programSize() > MOST_INSTRUCTIONS) throw new Error('it is too large: use smaller repeats');
  if (compiled.test('')) throw new Error('it matches the empty text');
  return {
    name,
    isAnchored: /[\^$]|\\[Az]/.test(pattern),
    find(text, budget) {
      const found: Range[] = [];
      // The test runs on an automaton, some hundred times faster than a search for places; most texts end here.
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

/** A look at the clock costs as much as searching some thousand characters. */
const LOOK_EVERY_CHARACTERS = 10_000;

export interface Limits {
  /** Of processor time, so that a busy machine withholds nothing more. */
  milliseconds: number;
  /** Instructions × characters of one search, at about 50 ns each. */
  work: number;
}

/** For all texts of one span. 300,000 characters for an everyday expression. */
export const WHOLE: Limits = { milliseconds: 250, work: 4_000_000 };
/** For what is done between two looks at what else there is to do. */
export const BRIEF: Limits = { milliseconds: 10, work: 300_000 };

export class Budget {
  readonly #limits: Limits;
  #started: NodeJS.CpuUsage | undefined;
  #characters = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Called before each search of a text. */
  afford(work: number): void {
    if (work > this.#limits.work) throw new Unaffordable('too large for the pattern that is in it');
  }

  /** Called after each search of a text; throws when the time is spent. */
  spend(characters: number): void {
    this.#started ??= process.threadCpuUsage();
    this.#characters += characters;
    if (this.#characters < LOOK_EVERY_CHARACTERS) return;
    this.#characters = 0;
    const { user, system } = process.threadCpuUsage(this.#started);
    if (user + system > this.#limits.milliseconds * 1000) throw new Unaffordable('a pattern takes too long');
  }
}
