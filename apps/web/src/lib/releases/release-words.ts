/** Figures of releases, their intervals and changes in words. Pure. */
import { duration, exactCount, money, NOT_REPORTED, percent, plural, tokens } from '../figures/format.ts';
import type { Change, Estimate } from './intervals.ts';
import type { FigureUnit } from './release-figures.ts';

const NUMBER = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
const NANOS = 1e9;

export function figureWords(value: number, unit: FigureUnit): string {
  if (value < 0) return `−${figureWords(-value, unit)}`;
  if (unit === 'share') return percent(value);
  if (unit === 'dollars') return money(BigInt(Math.round(value * NANOS)));
  if (unit === 'seconds') return duration(value * 1000);
  if (unit === 'tokens') return value < 10 ? NUMBER.format(value) : tokens(Math.round(value));
  return NUMBER.format(value);
}

/** `380–447`; undefined: there is no interval. */
export function intervalWords({ low, high }: Estimate, unit: FigureUnit): string | undefined {
  if (low === null || high === null) return undefined;
  return `${figureWords(low, unit)}–${figureWords(high, unit)}`;
}

/** `412`, or `≥ 16 %` */
export const estimatedWords = ({ value, most }: Estimate, unit: FigureUnit): string =>
  value === null ? NOT_REPORTED : `${most === undefined ? '' : '≥ '}${figureWords(value, unit)}`;

export function estimateWords(estimate: Estimate, unit: FigureUnit): string {
  const interval = estimate.value === null ? undefined : intervalWords(estimate, unit);
  return interval ? `${estimatedWords(estimate, unit)} (${interval})` : estimatedWords(estimate, unit);
}

const signedPercent = (share: number): string =>
  `${share < 0 ? '−' : '+'}${NUMBER.format(Math.round(1000 * Math.abs(share)) / 10)} %`;

export function relativeWords({ relative }: Change, a: Estimate, b: Estimate): string {
  if (a.value === 0 && b.value === 0) return (a.most ?? b.most) === undefined ? 'no change' : NOT_REPORTED;
  if (a.value === 0 && b.value !== null) return a.most === undefined ? 'from 0' : 'from ≥ 0';
  return relative === null ? NOT_REPORTED : signedPercent(relative);
}

/** `+12 % to +60 %`; undefined: there is no interval. */
export function relativeIntervalWords({ relativeLow, relativeHigh }: Change): string | undefined {
  if (relativeLow === null) return undefined;
  return `${signedPercent(relativeLow)} to ${relativeHigh === null ? 'any' : signedPercent(relativeHigh)}`;
}

/** "of 40 runs, not known for 3" */
export function runsWords({ runs, unknown }: Estimate): string {
  return `of ${plural(runs, 'run')}${unknown > 0 ? `, not known for ${exactCount(unknown)}` : ''}`;
}

/** Clear: neither chance alone would make it, nor what the checks of its sides could not see. */
export function clarityWords({ isSignificant }: Change, ...sides: readonly Estimate[]): string {
  if (isSignificant === null) return 'too few runs';
  if (isSignificant) return 'clear change';
  return sides.some(({ most }) => most !== undefined) ? 'may be chance or not seen' : 'may be chance';
}

/** What a run does at one step. */
export const stepWords = (tools: readonly string[] | null): string =>
  tools === null ? 'no further step' : tools.length === 0 ? 'answers' : tools.join(' + ');

export const CUT_WORDS = {
  release: { label: 'release', head: 'Release', unnamed: 'no release reported' },
  prompt: { label: 'prompt version', head: 'Prompt version', unnamed: 'no prompt version reported' },
  effort: { label: 'effort', head: 'Effort', unnamed: 'no effort reported' },
} as const;
