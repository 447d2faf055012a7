// Rates as users type them (dollars per million tokens) and as they are stored (nano-dollars), and the cost of given
// tokens at them.
import type { Rates } from '@subtext/reasoning';

export const RATE_FIELDS = [
  { name: 'inputRate', label: 'Input', head: 'Input', required: true },
  { name: 'cacheReadRate', label: 'Cache read', head: 'Cached', required: false },
  { name: 'cacheWriteRate', label: 'Cache write', head: 'Cache write', required: false },
  { name: 'cacheWriteHourRate', label: '1-hour cache write', head: '1-hour write', required: false },
  { name: 'outputRate', label: 'Output', head: 'Output', required: true },
  { name: 'reasoningRate', label: 'Thinking', head: 'Thinking', required: false },
] as const satisfies readonly { name: keyof Rates; label: string; head: string; required: boolean }[];

export type TypedRates = Record<keyof Rates, string>;

const NANO = 1e9;
const DEAREST = 100_000;
/** Decimal digits with a point; a nano-dollar is the smallest stored unit. */
const DOLLARS = /^\$?\s*(\d{1,6}(?:\.\d{0,9})?|\.\d{1,9})$/;

/** `1.75` → 1_750_000_000. null: empty. undefined: not a valid price. */
export function readRate(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const match = DOLLARS.exec(trimmed);
  const dollars = match ? Number(match[1]) : NaN;
  return dollars <= DEAREST ? Math.round(dollars * NANO) : undefined;
}

/** 1_750_000_000 → `1.75`, without rounding. */
export function rateText(rate: number | null): string {
  if (rate === null) return '';
  return (rate / NANO).toFixed(9).replace(/\.?0+$/, '');
}

/** 2_500_000_000 → `$2.50`, with cents like on receipts. */
export function rateWords(rate: number): string {
  if (rate === 0) return '$0';
  const [dollars, fraction = ''] = rateText(rate).split('.');
  return `$${dollars}.${fraction.padEnd(2, '0')}`;
}

export const typedRates = (rates: Rates | null): TypedRates =>
  Object.fromEntries(RATE_FIELDS.map(({ name }) => [name, rateText(rates?.[name] ?? null)])) as TypedRates;

/** undefined while a field is empty or invalid. */
export function readRates(typed: TypedRates): Rates | undefined {
  const read = RATE_FIELDS.map(({ name, required }) => ({ name, rate: readRate(typed[name]), required }));
  if (read.some(({ rate, required }) => rate === undefined || (required && rate === null))) return undefined;
  return Object.fromEntries(read.map(({ name, rate }) => [name, rate])) as unknown as Rates;
}

interface Tokens {
  input: bigint;
  cacheRead: bigint;
  output: bigint;
  reasoning: bigint;
}

/**
 * Nano-dollars, approximate: the sums do not separate cache writes, which count as plain input here, and a cost that
 * the provider reported would not change.
 */
export function costAt(tokens: Tokens, rates: Rates): bigint {
  const at = (count: bigint, rate: number) => (count * BigInt(rate)) / 1_000_000n;
  const { input, cacheRead, output, reasoning } = tokens;
  return (
    at(atLeastZero(input - cacheRead), rates.inputRate) +
    at(cacheRead, rates.cacheReadRate ?? rates.inputRate) +
    at(atLeastZero(output - reasoning), rates.outputRate) +
    at(reasoning, rates.reasoningRate ?? rates.outputRate)
  );
}

const atLeastZero = (count: bigint) => (count < 0n ? 0n : count);
