/**
 * Finds numbers in text and brings them to one form: 1,234.50, 1 234,5 and 1234.5 have the same key. Digits that begin
 * with a zero, such as a postal code, are not numbers; neither are digits inside a word.
 */
import type { Literal } from './literal.ts';
import { continuesWord } from './words.ts';

/** Digits with separators between them, at their longest. */
const RUN = /\d+(?:[.,'’_\u00a0\u202f\u2009]\d+)*/g;
/** A longer run is a list without spaces, or nothing that anybody writes as a number. */
const MAX_LENGTH = 48;
const EXPONENT = /^e[+-]?\d{1,3}(?![\p{L}\p{N}])/iu;
const UNIT = /^[a-zµ]{1,4}(?![\p{L}\p{N}])/iu;
const UNITS: ReadonlySet<string> = new Set(
  (
    'mg g kg t lb lbs oz mm cm m km in ft yd mi ml cl l b kb mb gb tb ns us µs ms s sec min h hr hrs d day days w mo y ' +
    'am pm st nd rd th usd eur gbp jpy chf px pt em rem k x c f v w kw kwh mah hz khz mhz ghz mph kmh'
  ).split(' '),
);
const MAX_SPACED_GROUPS = 6;

/** The numbers of a text, in order; several for one place when it can be read in several ways. */
export function numbersIn(text: string): Literal[] {
  const runs = Array.from(text.matchAll(RUN), ({ 0: digits, index }) => ({ digits, start: index }));
  return runs.flatMap((run, index) => {
    if (run.start > 0 && continuesWord(text, run.start - 1)) return [];
    return [readRun(text, run), readSpaced(text, runs, index)].flat();
  });
}

interface Run {
  digits: string;
  start: number;
}

function readRun(text: string, { digits, start }: Run): Literal[] {
  const end = start + digits.length;
  if (end === text.length || !continuesWord(text, end)) return signed(text, readings(digits, start));
  const rest = text.slice(end, end + 6);
  const exponent = EXPONENT.exec(rest)?.[0];
  if (exponent !== undefined) {
    const key = numberKey(digits + exponent);
    return key === undefined ? [] : signed(text, [{ key, start, end: end + exponent.length }]);
  }
  if (UNITS.has(UNIT.exec(rest)?.[0].toLowerCase() ?? '')) {
    const literals = signed(text, readings(digits, start));
    return literals.map((literal) => (literal.end === end ? { ...literal, rule: 'unit' as const } : literal));
  }
  // The last group belongs to a word, such as 12 in 3.12beta.
  const shorter = digits.slice(0, Math.max(0, digits.search(/\D\d+$/)));
  return shorter === '' ? [] : signed(text, readings(shorter, start));
}

const isGrouped = (groups: readonly string[], separators: string): boolean =>
  groups.every((group, index) => (index === 0 ? /^[1-9]\d{0,2}$/.test(group) : group.length === 3)) &&
  [...separators].every((separator) => separator === separators[0]);

/** Every way to read digits with separators. */
function readings(digits: string, start: number): Literal[] {
  if (digits.length > MAX_LENGTH) return pieces(digits, start, false).filter((literal) => literal !== undefined);
  const groups = digits.split(/\D/);
  const separators = digits.replaceAll(/\d/g, '');
  const last = separators.at(-1);
  const span = { start, end: start + digits.length };
  const found: (Literal | undefined)[] = [];
  const isPair = groups.length === 2;
  const areGroups = groups.length > 1 && isGrouped(groups, separators);
  const hasGroupsBefore = isGrouped(groups.slice(0, -1), separators.slice(0, -1)) && separators[0] !== last;
  if ((last === '.' || last === ',') && (isPair || hasGroupsBefore)) {
    const doubt = isPair && last === ',' ? 'separator' : undefined;
    found.push(literalOf(`${groups.slice(0, -1).join('')}.${groups.at(-1)}`, span, doubt));
  }
  if (areGroups) found.push(literalOf(groups.join(''), span, isPair && last === '.' ? 'separator' : undefined));
  const mayBeList = isPair && last === ',' && !areGroups;
  if (found.length === 0 || mayBeList) found.push(...pieces(digits, start, mayBeList));
  return found.filter((literal) => literal !== undefined);
}

function pieces(digits: string, start: number, isDoubtful: boolean): (Literal | undefined)[] {
  return Array.from(digits.matchAll(/\d+/g), ({ 0: piece, index }) =>
    literalOf(piece, { start: start + index, end: start + index + piece.length }, isDoubtful ? 'separator' : undefined),
  );
}

function literalOf(text: string, span: { start: number; end: number }, doubt?: Literal['doubt']): Literal | undefined {
  const key = numberKey(text);
  if (key === undefined) return undefined;
  return doubt === undefined ? { key, ...span } : { key, ...span, doubt };
}

/** Groups of three with spaces between them; they may also be several numbers. */
function readSpaced(text: string, runs: readonly Run[], index: number): Literal[] {
  const first = runs[index];
  if (!first || !/^[1-9]\d{0,2}$/.test(first.digits)) return [];
  let [digits, end] = [first.digits, first.start + first.digits.length];
  for (const next of runs.slice(index + 1, index + MAX_SPACED_GROUPS)) {
    if (next.start !== end + 1 || text[end] !== ' ' || !/^\d{3}(?:[.,]\d{1,15})?$/.test(next.digits)) break;
    digits += next.digits;
    end = next.start + next.digits.length;
    if (next.digits.length > 3) break;
  }
  if (digits === first.digits || (end < text.length && continuesWord(text, end))) return [];
  const literal = literalOf(digits.replace(',', '.'), { start: first.start, end }, 'separator');
  return literal ? signed(text, [literal]) : [];
}

/** With a minus before it a number is negative; its amount is another reading. */
function signed(text: string, literals: readonly Literal[]): Literal[] {
  return literals.flatMap((literal) => {
    const before = text[literal.start - 1];
    const isMinus = before === '-' || before === '−';
    if (!isMinus || literal.key === '0' || (literal.start > 1 && continuesWord(text, literal.start - 2)))
      return [literal];
    return [
      { ...literal, key: `-${literal.key}`, start: literal.start - 1 },
      { ...literal, doubt: literal.doubt ?? ('sign' as const) },
    ];
  });
}

const NUMBER = /^(-?)(\d{1,60})(?:\.(\d{1,60}))?(?:e([+-]?\d{1,3}))?$/i;

/** `1234.50`, `1.2345e3` → `1234.5`; undefined for anything else, and for digits that begin with a zero. */
export function numberKey(text: string): string | undefined {
  const found = text.length > 2 * MAX_LENGTH ? null : NUMBER.exec(text);
  if (!found) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = found;
  if (whole.length > 1 && whole.startsWith('0')) return undefined;
  const point = whole.length + Number(exponent);
  const digits = (whole + fraction).padStart(whole.length + fraction.length + Math.max(0, -point), '0');
  const at = Math.max(0, point);
  const before = digits.slice(0, at).padEnd(at, '0').replace(/^0+/, '');
  const after = digits.slice(at).replace(/0+$/, '');
  const amount = `${before === '' ? '0' : before}${after === '' ? '' : `.${after}`}`;
  return amount === '0' ? '0' : sign + amount;
}

const CURRENCY = /^[$€£¥₹] ?| ?[$€£¥₹]$/g;

/** The readings of a value that is nothing but a number; none for any other value. */
export function numberReadings(value: unknown): Literal[] {
  if (typeof value === 'number') {
    const key = numberKey(String(value));
    return key === undefined ? [] : [{ key, start: 0, end: String(value).length }];
  }
  if (typeof value !== 'string' || value.length > 2 * MAX_LENGTH) return [];
  const plain = value.trim().replaceAll(CURRENCY, '');
  return numbersIn(plain).filter(({ start, end, rule }) => start === 0 && end === plain.length && rule === undefined);
}
