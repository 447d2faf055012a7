/** Figures of releases in words, with their 95 % intervals. */
import { count, duration, money, UNKNOWN } from '../output/words.ts';
import type { Change, Estimate, Unit } from './comparison.ts';

const NUMBER = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

export function valueWords(value: number, unit: Unit): string {
  const sign = value < 0 ? '−' : '';
  const size = Math.abs(value);
  if (unit === 'share') return `${sign}${NUMBER.format(100 * size)} %`;
  if (unit === 'dollars') return sign + money(String(size));
  if (unit === 'seconds') return sign + duration(1000 * size);
  if (unit === 'tokens') return sign + (size < 10 ? NUMBER.format(size) : count(Math.round(size)));
  return sign + NUMBER.format(size);
}

/** `412 [380–447]` */
export function estimateWords({ value, low, high, most }: Estimate, unit: Unit): string {
  if (value === null) return UNKNOWN;
  const words = `${most === null ? '' : '≥ '}${valueWords(value, unit)}`;
  if (low === null || high === null) return words;
  return `${words} [${valueWords(low, unit)} to ${valueWords(high, unit)}]`;
}

export function relativeWords(relative: number): string {
  return `${relative < 0 ? '−' : '+'}${NUMBER.format(Math.abs(100 * relative))} %`;
}

export function changeWords(change: Change, a: Estimate, b: Estimate): string {
  const { relative, relative_low: low, relative_high: high } = change;
  if (a.value === 0 && b.value === 0) return (a.most ?? b.most) === null ? 'no change' : UNKNOWN;
  if (a.value === 0 && b.value !== null) return a.most === null ? 'from 0' : 'from ≥ 0';
  if (relative === null) return UNKNOWN;
  if (low === null) return relativeWords(relative);
  return `${relativeWords(relative)} [${relativeWords(low)} to ${high === null ? 'any' : relativeWords(high)}]`;
}
