// The scores of a place, and what a user types as one.
import type { RouterInputs, RouterOutputs } from '../../../lib/requests/trpc.ts';
import type { ScoreContent } from '../../../lib/traces/score-figures.ts';

export type Score = RouterOutputs['scores']['list'][number];
export type NewScore = Omit<RouterInputs['scores']['set'], 'project' | 'trace' | 'id'>;

export const NO_CONTENT: ScoreContent = { name: null, number: null, label: null, thumbs: null, comment: null };

/** Where a score is given; `spanIds`: the spans of the step, the first of them by its name on this page. */
export interface ScorePlace {
  spanIds: readonly string[];
  /** The step has a thought that can be scored by itself. */
  hasThought: boolean;
}

/** Scores of the whole trace, or of a step; long traces name spans by the first half of their id. */
export function scoresAt(scores: readonly Score[], place: ScorePlace | undefined): Score[] {
  if (!place) return scores.filter(({ target }) => target === 'trace');
  return scores.filter(({ spanId }) => spanId !== null && place.spanIds.some((name) => spanId.startsWith(name)));
}

export type ScoreKind = 'number' | 'label' | 'comment';

export interface ScoreDraft {
  kind: ScoreKind;
  name: string;
  value: string;
  comment: string;
}

export const draftOf = (score: ScoreContent | undefined): ScoreDraft => ({
  kind: !score ? 'number' : score.name === null ? 'comment' : score.number === null ? 'label' : 'number',
  name: score?.name ?? '',
  value: String(score?.number ?? score?.label ?? ''),
  comment: score?.comment ?? '',
});

/** undefined while something is missing or is no number. Thumbs keep their value, and a number its label. */
export function contentOf({ kind, name, value, comment }: ScoreDraft, before?: ScoreContent): ScoreContent | undefined {
  const note = comment.trim() === '' ? null : comment.trim();
  if (kind === 'comment') return note === null ? undefined : { ...NO_CONTENT, comment: note };
  if (before && before.thumbs !== null) return { ...before, comment: note };
  const [named, given] = [name.trim(), value.trim()];
  if (named === '' || given === '') return undefined;
  if (kind === 'label') return { ...NO_CONTENT, name: named, label: given, comment: note };
  const number = Number(given);
  const label = number === before?.number ? before.label : null;
  return Number.isFinite(number) ? { ...NO_CONTENT, name: named, number, label, comment: note } : undefined;
}
