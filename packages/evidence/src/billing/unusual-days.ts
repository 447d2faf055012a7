/**
 * Days on which a model's billed thinking had more or less text than on the days before. Unusual is not wrong: another
 * language, more code, or another tokenizer have other bytes per token, too.
 */

/** The sums of one day, of one model and one basis. */
export interface BilledDay {
  /** As `2026-11-28`, in UTC. */
  day: string;
  steps: number;
  tokens: number;
  bytes: number;
}

export interface JudgedDay extends BilledDay {
  bytesPerToken: number;
  /** The median and the range of the days before that count as usual; null: too few of them to say. */
  usual: { median: number; from: number; to: number } | null;
  verdict: 'less text' | 'more text' | 'usual' | 'unknown';
}

/** Fewer steps make a ratio of chance. */
export const FEWEST_STEPS = 20;
/** A week has its weekend. */
const FEWEST_DAYS = 7;
const LONGEST_MEMORY = 28;
/** The median distance of a normal distribution, times this, is its standard deviation. */
const DEVIATIONS_PER_MEDIAN_DISTANCE = 1.4826;
const DEVIATIONS = 4;
/** Smaller differences are not worth a look, however steady the days before were. */
const LEAST_FACTOR = 1.25;

/** Each day is compared with those before it, so that later days do not change what was said. */
export function unusualDays(days: readonly BilledDay[]): JudgedDay[] {
  const ordered = days
    .filter(({ tokens, bytes }) => tokens > 0 && bytes > 0)
    .toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
  const before: number[] = [];
  return ordered.map((day) => {
    const judged = judge(day, before.slice(-LONGEST_MEMORY));
    // Unusual days count, too: medians are not moved by a few, and a change that stays becomes the usual.
    if (day.steps >= FEWEST_STEPS) before.push(Math.log(judged.bytesPerToken));
    return judged;
  });
}

function judge(day: BilledDay, before: readonly number[]): JudgedDay {
  const bytesPerToken = day.bytes / day.tokens;
  if (day.steps < FEWEST_STEPS || before.length < FEWEST_DAYS)
    return { ...day, bytesPerToken, usual: null, verdict: 'unknown' };
  const center = median(before);
  const spread = DEVIATIONS_PER_MEDIAN_DISTANCE * median(before.map((value) => Math.abs(value - center)));
  const allowed = Math.max(Math.log(LEAST_FACTOR), DEVIATIONS * spread);
  const distance = Math.log(bytesPerToken) - center;
  const usual = { median: Math.exp(center), from: Math.exp(center - allowed), to: Math.exp(center + allowed) };
  const verdict = Math.abs(distance) <= allowed ? 'usual' : distance < 0 ? 'less text' : 'more text';
  return { ...day, bytesPerToken, usual, verdict };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}
