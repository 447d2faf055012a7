/**
 * Finds the built-in entities in a text. The expressions are our own and linear on any text (bounded repeats, anchored
 * runs), so the built-in engine may run them. Users' expressions run in patterns.ts.
 */
import { isIPv6 } from 'node:net';
import type { EntityName } from './rules.ts';

/** [from, to) in UTF-16 code units. */
export type Range = readonly [from: number, to: number];
type Finder = (text: string) => Range[];

export const FINDERS: Readonly<Record<EntityName, Finder>> = {
  'e-mail': emails,
  phone: (text) => (SEVEN_DIGITS.test(text) ? PHONES.flatMap((expression) => matches(text, expression)) : []),
  card: cards,
  iban: ibans,
  'ip-address': (text) => [...(/\d\.\d/.test(text) ? matches(text, IPV4) : []), ...ipv6(text)],
  jwt: jwts,
  'bearer-token': bearers,
  'aws-key': (text) => [...matches(text, AWS_ID, AWS_PREFIXES), ...matches(text, AWS_SECRET, ['ecret', 'ECRET'])],
  'openai-key': (text) => matches(text, OPENAI, ['sk-']),
  'anthropic-key': (text) => matches(text, ANTHROPIC, ['sk-ant-']),
  'github-key': (text) => matches(text, GITHUB, ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_']),
  'other-key': (text) =>
    matches(text, OTHER, ['AIza', 'xox', 'k_live_', 'k_test_', 'glpat-', 'npm_', 'hf_', 'sbtx_live_']),
  'private-key': privateKeys,
};

const SEVEN_DIGITS = /\d(?:[ .()/\u00a0-]{0,3}\d){6}/;
const PHONES = [
  /(?<![\w.])(?:\+|00)[1-9](?:[ .()/\u00a0-]{0,3}\d){6,14}(?!\d)/g,
  /(?<![\w.+-])\(?[2-9]\d{2}\)?[ .-]\s?\d{3}[ .-]\d{4}(?!\w)/g,
  /(?<![\w.+-])\(?0\d{1,4}\)?[ /\u00a0-](?:[ /-]?\d){5,10}(?!\w)/g,
];
const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const IPV4 = new RegExp(`(?<![\\d.])(?:${OCTET}\\.){3}${OCTET}(?!\\d|\\.\\d)`, 'g');
const AWS_PREFIXES = ['AKIA', 'ASIA', 'ABIA', 'ACCA', 'AROA', 'AIDA'];
const AWS_ID = /(?<![A-Z0-9])(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{16}(?![A-Z0-9])/g;
const AWS_SECRET = /(?:secret[_ -]?access[_ -]?key|aws[_ -]?secret)[\\"'\s]{0,6}[:=][\\"'\s]{0,6}[A-Za-z0-9/+]{40}/gi;
const OPENAI = /(?<![A-Za-z0-9])sk-(?!ant-)[A-Za-z0-9_-]{16,}/g;
const ANTHROPIC = /(?<![A-Za-z0-9])sk-ant-[A-Za-z0-9_-]{16,}/g;
const GITHUB = /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g;
/** Google, Slack, Stripe, GitLab, npm, Hugging Face and Subtext. */
const OTHER =
  /(?<![A-Za-z0-9])(?:AIza[\w-]{35}|xox[abeoprs]-[\w-]{10,}|[rs]k_(?:live|test)_\w{16,}|glpat-[\w-]{20,}|npm_\w{36}|hf_\w{30,}|sbtx_live_\w{40})/g;

/** `hints`: every match contains one of these. Searching for them is some ten times faster than the expression. */
function matches(text: string, expression: RegExp, hints: readonly string[] = ['']): Range[] {
  if (!hints.some((hint) => text.includes(hint))) return [];
  return Array.from(text.matchAll(expression), (match) => [match.index, match.index + match[0].length]);
}

const LOCAL = /[\p{L}\p{N}._%+'-]/u;
const DOMAIN = /[\p{L}\p{N}.-]{1,255}/uy;

/**
 * Searches from each `@` (or its form in URLs) to both sides. Each character is read a bounded number of times, however
 * many `@` there are.
 */
function emails(text: string): Range[] {
  const found: Range[] = [];
  let end = 0;
  for (const { index, 0: at } of text.includes('@') || text.includes('%40') ? text.matchAll(/@|%40/g) : []) {
    if (index < end) continue;
    let from = index;
    while (from > end && LOCAL.test(text[from - 1] ?? '')) from -= 1;
    DOMAIN.lastIndex = index + at.length;
    const domain = DOMAIN.exec(text)?.[0].replace(/[.-]+$/, '') ?? '';
    if (from === index || !/[^.]\.[\p{L}][\p{L}\p{N}-]+$/u.test(domain.slice(-70))) {
      end = index + at.length;
      continue;
    }
    end = index + at.length + domain.length;
    found.push([from, end]);
  }
  return found;
}

const THIRTEEN_DIGITS = /\d(?:[ .\u00a0-]?\d){12}/;

/** Number lengths of the card networks, by their first digits. */
const CARD =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[0689]\d{12}|35\d{14}|6\d{15}|6\d{18})$/;

/**
 * Finds cards in groups of digits separated by one character. Any sequence of whole groups can be a card, because a
 * date or a code may follow it.
 */
function cards(text: string): Range[] {
  const found: Range[] = [];
  if (!THIRTEEN_DIGITS.test(text)) return found;
  for (const run of text.matchAll(/(?<!\d)\d+(?:[ .\-\u00a0]\d+)*/g)) {
    if (run[0].length < 13) continue;
    const groups = Array.from(run[0].matchAll(/\d+/g), ({ index, 0: digits }) => ({ index, digits }));
    for (let first = 0; first < groups.length; first++) {
      let digits = '';
      for (const group of groups.slice(first, first + 19)) {
        digits += group.digits;
        if (digits.length > 19) break;
        if (digits.length < 13 || !CARD.test(digits) || !luhn(digits)) continue;
        const from = run.index + groups[first]!.index;
        found.push([from, run.index + group.index + group.digits.length]);
      }
    }
  }
  return found;
}

function luhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]) * (index % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/** Takes the longest prefix with a valid checksum, because words may follow that look like part of the number. */
function ibans(text: string): Range[] {
  const found: Range[] = [];
  for (const run of text.matchAll(/(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,30}/g)) {
    for (let length = run[0].length; length >= 15; length--) {
      const candidate = run[0].slice(0, length);
      const compact = candidate.replaceAll(/[ -]/g, '').toUpperCase();
      if (compact.length < 15) break;
      if (!/[A-Za-z0-9]$/.test(candidate) || mod97(compact.slice(4) + compact.slice(0, 4)) !== 1) continue;
      found.push([run.index, run.index + length]);
      break;
    }
  }
  return found;
}

function mod97(compact: string): number {
  let rest = 0;
  for (const character of compact) rest = Number(`${rest}${parseInt(character, 36)}`) % 97;
  return rest;
}

/**
 * Takes the longest suffix of a word with colons that is an address, as in `addr:fe80::1`. Requires a digit, because
 * otherwise `a::b` in program code would match.
 */
function ipv6(text: string): Range[] {
  const found: Range[] = [];
  if (!text.includes(':')) return found;
  for (const word of text.matchAll(/(?<![\w:.])[\w.]*:[\w:.]+/g)) {
    const trimmed = word[0].replace(/[.:]$/, '');
    const tail = Math.max(0, trimmed.length - 64);
    const starts = [tail, ...Array.from(trimmed.slice(tail).matchAll(/:/g), ({ index }) => tail + index + 1)];
    const from = starts.find((start) => isIPv6(trimmed.slice(start)) && /\d/.test(trimmed.slice(start)));
    if (from !== undefined) found.push([word.index + from, word.index + trimmed.length]);
  }
  return found;
}

/** A run without a following dot contains no token at any position, so the search continues after the run. */
function jwts(text: string): Range[] {
  const found: Range[] = [];
  const expression = /eyJ[\w-]*(?:(?:\.[\w-]+){1,4}\.?)?/g;
  for (const match of text.includes('eyJ') ? text.matchAll(expression) : []) {
    if (match[0].includes('.') && match[0].length >= 20) found.push([match.index, match.index + match[0].length]);
  }
  return found;
}

/** Matches only what follows the scheme, and only if it can be a token, because ordinary text mentions bearers, too. */
function bearers(text: string): Range[] {
  const found: Range[] = [];
  if (!['earer', 'EARER', 'asic', 'ASIC'].some((hint) => text.includes(hint))) return found;
  for (const match of text.matchAll(/\b(?:bearer|basic)(?:\s|%20){1,8}([\w.~+/=-]{8,})/gi)) {
    const token = match[1]!;
    const end = match.index + match[0].length;
    if (/\d/.test(token) || token.length >= 20) found.push([end - token.length, end]);
  }
  return found;
}

/** Extends to the end of the key, or to the end of the text when the key was truncated. */
function privateKeys(text: string): Range[] {
  const found: Range[] = [];
  if (!text.includes('-----BEGIN ')) return found;
  const begin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
  for (let match = begin.exec(text); match; match = begin.exec(text)) {
    const closing = text.indexOf('-----END', match.index);
    const dashes = closing < 0 ? -1 : text.indexOf('-----', closing + 8);
    const end = dashes < 0 ? text.length : dashes + 5;
    found.push([match.index, end]);
    begin.lastIndex = end;
  }
  return found;
}
