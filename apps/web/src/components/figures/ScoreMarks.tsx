// The scores of a trace as compact marks: thumbs, numbers, categories. A trace without a score is not one with 0.
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { NOT_APPLICABLE } from '../../lib/figures/format.ts';
import { drawnText } from '../../lib/text/visible-text.ts';
import {
  categoryWords,
  numberWords,
  scoresWords,
  valueWords,
  type ScoreSummary,
  type TraceScores,
} from '../../lib/traces/score-figures.ts';
import { PlainText } from '../text/PlainText.tsx';
import styles from './ScoreMarks.module.css';

interface ScoreMarksProps {
  of: TraceScores;
  /** Only the scores of this name, without it. */
  name?: string | undefined;
}

export function ScoreMarks({ of, name }: ScoreMarksProps) {
  const shown = name === undefined ? of.scores : of.scores.filter((score) => score.name === name);
  if (shown.length > 0)
    return (
      <span className={styles.scores} title={drawnText(scoresWords({ ...of, scores: shown }))}>
        {shown.map((score) => (
          <Mark key={score.name} score={score} withName={name === undefined} />
        ))}
      </span>
    );
  // The names of a trace are bounded, so this one may be among the rest.
  if (of.more > 0) return <span title="This trace has more scores than a list loads">…</span>;
  return (
    <span className={styles.none} title="not scored">
      <span aria-hidden>{NOT_APPLICABLE}</span>
      <span className="visually-hidden">not scored</span>
    </span>
  );
}

const THUMBS = [
  { key: 'up', Icon: ThumbsUp },
  { key: 'down', Icon: ThumbsDown },
] as const;

function Mark({ score, withName }: { score: ScoreSummary; withName: boolean }) {
  const { numbers } = score;
  const words = [numbers && numberWords(numbers), categoryWords(score)].filter(Boolean).join(', ');
  return (
    <span className={styles.score}>
      {withName && (
        <span className={styles.name}>
          <PlainText text={score.name} />{' '}
        </span>
      )}
      {score.up + score.down > 0 && <span className="visually-hidden">{valueWords({ ...score, numbers: null })} </span>}
      {THUMBS.map(({ key, Icon }) => {
        const count = score[key];
        if (count === 0) return null;
        return (
          <span key={key} aria-hidden className={styles[key]}>
            <Icon size={12} />
            {score.up + score.down > 1 && count}
          </span>
        );
      })}
      {words && <PlainText text={words} />}
    </span>
  );
}
