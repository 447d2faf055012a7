// The words and figures of budgets on the screen. Days are those of UTC. Pure.
import type { TagTone } from '../../components/text/Tag.tsx';
import { atLeastWords, money } from '../../lib/figures/format.ts';
import type { RouterInputs, RouterOutputs } from '../../lib/requests/trpc.ts';

export type Budget = RouterInputs['budgets']['create']['budget'];
export type ShownBudget = RouterOutputs['budgets']['list']['budgets'][number];
export type Destination = RouterOutputs['budgets']['list']['destinations'][number];
export type BurnDown = RouterOutputs['budgets']['burnDown'];
type Forecast = BurnDown['forecast'];

export const subjectOf = ({ subject, subjectName }: Budget): string =>
  subjectName === null ? 'The whole project' : `${subject === 'agent' ? 'Agent' : 'User'} ${subjectName}`;

/** A budget whose calls have no price has unknown spend. */
export const spentWords = (spent: bigint | null, unpriced: number): string => {
  if (spent === null) return 'not known';
  return unpriced > 0 ? atLeastWords(money(spent)) : money(spent);
};

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

/** `Nov 24`. */
export const dayWords = (at: Date): string => DAY.format(at);

/** `Nov 24`; within a day `14:00 UTC`. */
export const momentWords = (period: Budget['period'], at: Date): string =>
  period === 'day' ? `${TIME.format(at)} UTC` : DAY.format(at);

/** An estimate says so by its mark. */
export function forecastWords(period: Budget['period'], forecast: Forecast): string | undefined {
  if (!forecast) return undefined;
  if (!forecast.usedUpAt) return `≈ ${money(forecast.endSpend)} at the end of the ${period}`;
  return `≈ used up ${period === 'day' ? 'at' : 'on'} ${momentWords(period, forecast.usedUpAt)}`;
}

/** The share that is spent; undefined when it is not known. */
export function usedShare({ amount, found }: Pick<ShownBudget, 'amount' | 'found'>): number | undefined {
  return found?.spent == null ? undefined : Number(found.spent) / Number(amount);
}

export function budgetStateWords(shown: ShownBudget): { words: string; tone: TagTone } {
  const { found, amount } = shown;
  if (!found) return { words: 'not evaluated yet', tone: 'plain' };
  if (found.spent === null) return { words: '◌ not known', tone: 'plain' };
  if (found.spent >= amount) return { words: '✕ used up', tone: 'error' };
  return found.reached > 0 ? { words: `${found.reached} % reached`, tone: 'running' } : { words: 'ok', tone: 'ok' };
}
