/** Where a text names a tool. */
import { LONGEST_THOUGHT } from './sentences.ts';
import type { Run } from '../run.ts';

/** More, or longer, names are not searched: a hostile request must not make a thought slow to read. */
const MOST_TOOLS = 500;
const LONGEST_NAME = 128;
/** Places of one name in one text, and of all names. */
const MOST_PLACES = 50;
const MOST_NAMED = 1_000;

export interface NamedTool {
  tool: string;
  from: number;
  to: number;
}

/** The tools that a thought of this run may name. */
export function toolsOf({ tools, steps }: Run): string[] {
  const called = steps.flatMap(({ calls }) => calls.map(({ tool }) => tool));
  const names = [...new Set([...called, ...tools])];
  return names.filter((name) => name.length <= LONGEST_NAME && /[\p{L}\p{N}]{2}/u.test(name)).slice(0, MOST_TOOLS);
}

/** `get_order`, `getOrder`, `orders.get`, `v2`: what prose does not write by chance. */
export function isDistinctive(name: string): boolean {
  return /[_.:/\d-]/.test(name) || /[\p{Ll}][\p{Lu}]/u.test(name);
}

/** Names of tools as whole words, in the order of the text. A plain word counts only where it is written as a name. */
export function namedTools(thought: string, tools: readonly string[]): NamedTool[] {
  const text = thought.slice(0, LONGEST_THOUGHT).toLowerCase();
  // Lower case of some letters is longer: offsets would be wrong.
  if (text.length !== Math.min(thought.length, LONGEST_THOUGHT)) return [];
  const found = tools.flatMap((tool) =>
    wholeWords(text, tool.toLowerCase())
      .filter(({ from, to }) => isDistinctive(tool) || isWrittenAsName(text, from, to))
      .map((span) => ({ tool, ...span })),
  );
  return withoutInner(found.sort((one, other) => one.from - other.from || other.to - one.to)).slice(0, MOST_NAMED);
}

/** The name as a whole word, also where it is prose. */
export function namesTool(thought: string, tool: string): boolean {
  return wholeWords(thought.slice(0, LONGEST_THOUGHT).toLowerCase(), tool.toLowerCase()).length > 0;
}

/** All words of the name in any form: `getting the weather` for `get_weather`. */
export function mentions(thought: string, tool: string): boolean {
  const text = thought.slice(0, LONGEST_THOUGHT).toLowerCase();
  const parts = nameParts(tool);
  return parts.length > 0 && parts.every((part) => text.includes(stem(part)));
}

/** `refundOrder`, `refund_order`, `refund-order`: refund, order. */
export function nameParts(name: string): string[] {
  return name
    .slice(0, LONGEST_NAME)
    .replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((part) => part !== '');
}

/** Without the ending that plural and verb forms change: `cancelled`, `canceling` and `cancel` are equal. */
export function stem(word: string): string {
  const bare = word.replace(/(?:ing|ed|es|s|e)$/, '').replace(/([b-df-hj-np-tv-z])\1$/, '$1');
  return bare.length >= 3 ? bare : word;
}

const isWordCharacter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);

function wholeWords(text: string, name: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let from = text.indexOf(name);
  while (from >= 0 && found.length < MOST_PLACES) {
    const to = from + name.length;
    if (!isWordCharacter(text[from - 1]) && !isWordCharacter(text[to])) found.push({ from, to });
    from = text.indexOf(name, to);
  }
  return found;
}

/** In quotes or backquotes, with parentheses, or `the … tool`. */
function isWrittenAsName(text: string, from: number, to: number): boolean {
  const before = text[from - 1] ?? '';
  const after = text.slice(to, to + 12);
  if ('`"\'“‘'.includes(before) && before !== '' && /^[`"'”’(]/.test(after)) return true;
  return after.startsWith('(') || /^\s(?:tool|function)\b/.test(after);
}

/** `get_order` inside `get_order.status` of another tool counts only as the longer name. */
function withoutInner(sorted: NamedTool[]): NamedTool[] {
  const kept: NamedTool[] = [];
  for (const named of sorted) {
    const last = kept.at(-1);
    if (!last || named.from >= last.to) kept.push(named);
  }
  return kept;
}
