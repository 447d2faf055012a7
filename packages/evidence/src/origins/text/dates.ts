/**
 * Finds dates in text and brings them to one form: 2026-11-27, 27 Nov 2026, November 27th, 2026, 27.11.2026 and
 * 11/27/2026 have the same key. Names of months are English. A date with a time has a second key, in UTC when the zone
 * is there.
 */
import type { Literal } from './literal.ts';
import { continuesWord } from './words.ts';
import type { Doubt } from '../origin.ts';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const TIME = String.raw`(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?: ?(Z|[+-]\d{2}:?\d{2})(?!\d))?)?`;
const AFTER = String.raw`(?![\p{L}\p{N}])`;
const ANY_MONTH = new RegExp(MONTHS.join('|'), 'i');

interface Form {
  /** A text without this has no such date; it costs less to look for. */
  hint: RegExp;
  pattern: RegExp;
  read: (groups: readonly (string | undefined)[]) => Reading[];
}

interface Reading {
  year: number | undefined;
  month: number;
  day: number;
  time?: Time;
  doubt?: Doubt;
}

interface Time {
  hour: number;
  minute: number;
  second: number;
  /** Minutes east of UTC. */
  zone: number | undefined;
}

const fixed = (source: string) => new RegExp(source + AFTER, 'giu');
const yearOf = (year: string | undefined) => (year?.length === 2 ? 2000 + Number(year) : Number(year));

/** None of these patterns contains anything of a text, and none can backtrack further than a date is long. */
const FORMS: readonly Form[] = [
  {
    hint: /\d{4}[-/.]\d/,
    pattern: fixed(String.raw`(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}`),
    read: ([, year, , month, day, ...time]) => [
      withTime({ year: Number(year), month: Number(month), day: Number(day) }, time),
    ],
  },
  {
    hint: /(?:19|20)\d{6}/,
    pattern: fixed(String.raw`((?:19|20)\d{2})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?`),
    read: ([, year, month, day, ...time]) => [
      withTime({ year: Number(year), month: Number(month), day: Number(day) }, time),
    ],
  },
  {
    hint: /\d[-/.]\d{1,2}[-/.]\d/,
    pattern: fixed(String.raw`(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})`),
    read: readNumeric,
  },
  {
    hint: ANY_MONTH,
    pattern: fixed(String.raw`${DAY}(?: of)?[ .-]{1,2}${MONTH}(?:(?:[.,]|[.,]? |-)(\d{4}))?`),
    read: ([, day, month, year]) => readNamed(day, month, year),
  },
  {
    hint: ANY_MONTH,
    pattern: fixed(String.raw`${MONTH}\.? ${DAY}(?:,? (\d{4}))?`),
    read: ([, month, day, year]) => readNamed(day, month, year),
  },
];

function withTime(date: Reading, [hour, minute, second, zone]: readonly (string | undefined)[]): Reading {
  if (hour === undefined) return date;
  return {
    ...date,
    time: { hour: Number(hour), minute: Number(minute), second: Number(second ?? 0), zone: minutesOf(zone) },
  };
}

function minutesOf(zone: string | undefined): number | undefined {
  if (zone === undefined) return undefined;
  if (zone.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** With dots the day comes first. With slashes and dashes the month may: both readings, unless only one is a date. */
function readNumeric([, first, separator, second, year]: readonly (string | undefined)[]): Reading[] {
  const [left, right] = [Number(first), Number(second)];
  const century: { doubt?: Doubt } = year?.length === 2 ? { doubt: 'century' } : {};
  const dayFirst: Reading = { year: yearOf(year), month: right, day: left, ...century };
  if (separator === '.' || left === right) return [dayFirst];
  const monthFirst: Reading = { ...dayFirst, month: left, day: right };
  if (!isDate(dayFirst)) return [monthFirst];
  if (!isDate(monthFirst)) return [dayFirst];
  return [dayFirst, monthFirst].map((reading) => ({ ...reading, doubt: 'day and month' as const }));
}

const readNamed = (day: string | undefined, month = '', year: string | undefined): Reading[] => [
  {
    year: year === undefined ? undefined : Number(year),
    month: MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1,
    day: Number(day),
  },
];

const isDate = ({ year = 2000, month, day, time }: Reading): boolean =>
  (time === undefined || (time.hour <= 24 && time.minute < 60 && time.second <= 60)) &&
  month >= 1 &&
  month <= 12 &&
  day >= 1 &&
  day <= new Date(Date.UTC(year, month, 0)).getUTCDate();

/** A date of a text. `key` has no year when the text has none. */
export interface DateLiteral extends Literal {
  /** `--11-27`: equal for dates of the same day of any year. */
  dayKey: string;
  hasYear: boolean;
  /** `2026-11-27T14:00:00`, as it is written; undefined without a time. */
  localKey: string | undefined;
  /** `2026-11-27T13:00:00Z`; undefined without a zone. */
  instantKey: string | undefined;
}

/** Under these keys a date is found: its own, of its time, and of its day in any year. */
export const indexKeys = ({ key, dayKey, hasYear, localKey, instantKey }: DateLiteral): string[] =>
  [key, hasYear ? anyYear(dayKey) : undefined, localKey, instantKey].filter((found) => found !== undefined);

export const anyYear = (dayKey: string): string => `any${dayKey}`;

/** `Nov 1` is the shortest. */
const MIN_LENGTH = 5;
const HAS_DIGIT = /\d/;

/** The dates of a text; several for one place when it can be read in several ways. */
export function datesIn(text: string): DateLiteral[] {
  if (text.length < MIN_LENGTH || !HAS_DIGIT.test(text)) return [];
  return FORMS.filter(({ hint }) => hint.test(text)).flatMap(({ pattern, read }) =>
    Array.from(text.matchAll(pattern), (found) => {
      if (found.index > 0 && continuesWord(text, found.index - 1)) return [];
      const end = found.index + found[0].length;
      return read([...found])
        .filter(isDate)
        .map((reading) => literalOf(reading, found.index, end));
    }).flat(),
  );
}

const two = (value: number) => String(value).padStart(2, '0');

function literalOf(reading: Reading, start: number, end: number): DateLiteral {
  const { year, month, day, time, doubt } = reading;
  const dayKey = `--${two(month)}-${two(day)}`;
  const key = year === undefined ? dayKey : `${String(year).padStart(4, '0')}${dayKey.slice(1)}`;
  const localKey = year === undefined || !time ? undefined : timeKey(reading, 0);
  const instantKey = localKey === undefined || time?.zone === undefined ? undefined : `${timeKey(reading, time.zone)}Z`;
  const literal = { key, start, end, dayKey, hasYear: year !== undefined, localKey, instantKey };
  return doubt === undefined ? literal : { ...literal, doubt };
}

function timeKey({ year = 0, month, day, time }: Reading, zone: number): string {
  const { hour = 0, minute = 0, second = 0 } = time ?? {};
  return new Date(Date.UTC(year, month - 1, day, hour, minute - zone, second)).toISOString().slice(0, 19);
}

/** No date with a time and a zone is longer. */
const MAX_LENGTH = 64;

/** The readings of a value that is nothing but a date; none for any other value. */
export function dateReadings(value: unknown): DateLiteral[] {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return [];
  const plain = value.trim();
  return datesIn(plain).filter(({ start, end }) => start === 0 && end === plain.length);
}
