'use client';
// The scores of a trace or of a step in one line: thumbs, the first values, and a button for all of them.
import { MessageSquarePlus, ThumbsDown, ThumbsUp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '../../../components/controls/Button.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { useMayChange } from '../../../lib/account/rights.ts';
import { plural } from '../../../lib/figures/format.ts';
import { later } from '../../../lib/later.ts';
import { drawnText } from '../../../lib/text/visible-text.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import { scoreWords, THUMBS } from '../../../lib/traces/score-figures.ts';
import { NO_CONTENT, scoresAt, type Score, type ScorePlace } from './score-words.ts';
import { useScores, type Scores } from './use-scores.ts';
import styles from './scores.module.css';

const ScoresDialog = later(async () => (await import('./ScoresDialog.tsx')).ScoresDialog);

/** Further scores are counted. */
const MAX_SHOWN = 3;

interface ScoreLineProps {
  address: TraceAddress;
  /** undefined = the whole trace. */
  place?: ScorePlace | undefined;
}

export function ScoreLine({ address, place }: ScoreLineProps) {
  const all = useScores(address);
  const [isOpen, setOpen] = useState(false);
  const mayChange = useMayChange();
  if (all.error) return <span className={styles.quiet}>Scores could not be loaded.</span>;
  if (!all.scores) return null;
  const scores = scoresAt(all.scores, place);
  const others = scores.filter(({ name }) => name !== THUMBS);
  const values = others.filter(({ name }) => name !== null).slice(0, MAX_SHOWN);
  const rest = others.length - values.length;
  const what = place ? 'step' : 'trace';
  const words = rest > 0 ? (values.length > 0 ? `${rest} more` : plural(rest, 'note')) : undefined;
  return (
    <div className={styles.line} role="group" aria-label={`Scores of the ${what}`}>
      <Thumbs {...{ all, scores, place, mayChange }} />
      {values.map((score) => (
        <button
          key={score.id}
          type="button"
          className={styles.value}
          title={titleOf(score)}
          onClick={() => setOpen(true)}
        >
          <PlainText text={scoreWords(score)} />
        </button>
      ))}
      {words !== undefined && (
        <button type="button" className={styles.value} onClick={() => setOpen(true)}>
          {words}
        </button>
      )}
      {mayChange && (
        <IconButton label={`Score or note for the ${what}`} onClick={() => setOpen(true)}>
          <MessageSquarePlus size={14} aria-hidden />
        </IconButton>
      )}
      {isOpen && (
        <Suspense>
          <ScoresDialog {...{ all, scores, place }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

const titleOf = ({ author, comment }: Score): string =>
  [author ?? 'unknown', comment].flatMap((text) => (text === null ? [] : drawnText(text))).join(': ');

interface ThumbsProps {
  all: Scores;
  scores: readonly Score[];
  place: ScorePlace | undefined;
  mayChange: boolean;
}

const CHOICES = [
  { up: true, label: 'Thumbs up', Icon: ThumbsUp },
  { up: false, label: 'Thumbs down', Icon: ThumbsDown },
] as const;

/** The user's own thumbs, and the number of everybody's. */
function Thumbs({ all, scores, place, mayChange }: ThumbsProps) {
  const thumbs = scores.filter(({ name, target }) => name === THUMBS && target !== 'thought');
  const mine = thumbs.find(({ isMine }) => isMine);
  const target = place ? 'step' : 'trace';
  const choose = (up: boolean) => {
    if (mine?.thumbs === up) return all.remove(mine);
    if (mine) return all.change(mine, { ...NO_CONTENT, name: THUMBS, thumbs: up, comment: mine.comment });
    all.add({ ...NO_CONTENT, target, span: place?.spanIds[0] ?? null, name: THUMBS, thumbs: up });
  };
  return CHOICES.map(({ up, label, Icon }) => {
    const count = thumbs.filter((score) => score.thumbs === up).length;
    const isPressed = mine?.thumbs === up;
    if (!mayChange && count === 0) return null;
    return (
      <span key={label} className={styles.thumbs}>
        <IconButton
          label={label}
          aria-pressed={isPressed}
          disabled={!mayChange || (mine !== undefined && !mine.mayEdit)}
          onClick={() => choose(up)}
        >
          <Icon size={14} fill={isPressed ? 'currentColor' : 'none'} aria-hidden />
        </IconButton>
        {count > 0 && <span aria-label={`${label}: ${count}`}>{count}</span>}
      </span>
    );
  });
}
