/** What the scores of a name say, in words and figures: for cells, titles, and answers to agents. Pure. */
import type { RouterOutputs } from '../requests/trpc.ts';
import { exactCount } from '../figures/format.ts';

export type TraceScores = RouterOutputs['scores']['summaries'][number];
export type ScoreSummary = TraceScores['scores'][number];

export type ScoreContent = Pick<
  RouterOutputs['scores']['list'][number],
  'name' | 'number' | 'label' | 'thumbs' | 'comment'
>;

/** The name of the score that the two buttons set. */
export const THUMBS = 'thumbs';

/** `quality 0.9`, `tone friendly (0.75)`, `thumbs up`; of a comment its text. */
export function scoreWords({ name, number, label, thumbs, comment }: ScoreContent): string {
  if (name === null) return comment ?? '';
  if (thumbs !== null) return name === THUMBS ? `thumbs ${upOrDown(thumbs)}` : `${name} ${upOrDown(thumbs)}`;
  if (label === null) return `${name} ${number}`;
  return number === null ? `${name} ${label}` : `${name} ${label} (${number})`;
}

const upOrDown = (thumbs: boolean): string => (thumbs ? 'up' : 'down');

/** At most three digits, as stored numbers may have seventeen. */
export const scoreNumber = (number: number): string => String(Number(number.toPrecision(3)));

/** `0.65`, or `0.65 (0.4–0.9)`: the mean and the range of several. */
export function numberWords({ least, most, mean }: NonNullable<ScoreSummary['numbers']>): string {
  return least === most ? scoreNumber(mean) : `${scoreNumber(mean)} (${scoreNumber(least)}–${scoreNumber(most)})`;
}

/** `friendly, neutral +2` */
export const categoryWords = ({ categories, moreCategories }: ScoreSummary): string =>
  categories.join(', ') + (moreCategories > 0 ? ` +${exactCount(moreCategories)}` : '');

/** `up`, or of several `2 up, 1 down`. */
function thumbsWords({ up, down }: ScoreSummary): string {
  if (up + down === 1) return up === 1 ? 'up' : 'down';
  return [up > 0 && `${exactCount(up)} up`, down > 0 && `${exactCount(down)} down`].filter(Boolean).join(', ');
}

/** The values of one name: `2 up, 1 down`, `0.65 (0.4–0.9)`, `friendly`. */
export function valueWords(score: ScoreSummary): string {
  const { up, down, numbers } = score;
  return [up + down > 0 && thumbsWords(score), numbers && numberWords(numbers), categoryWords(score)]
    .filter(Boolean)
    .join(', ');
}

/** `helpful up · quality 0.9`; '' without scores. */
export function scoresWords({ scores, more }: TraceScores): string {
  const words = scores.map((score) => `${score.name} ${valueWords(score)}`);
  return [...words, ...(more > 0 ? [`${exactCount(more)} more names`] : [])].join(' · ');
}
