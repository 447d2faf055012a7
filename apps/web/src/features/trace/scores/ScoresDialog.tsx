'use client';
// All scores and notes of a trace or a step, and the form that adds or changes one.
import { useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { Dialog } from '../../../components/controls/Dialog.tsx';
import { RelativeTime } from '../../../components/figures/RelativeTime.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { useMayChange } from '../../../lib/account/rights.ts';
import { drawnText } from '../../../lib/text/visible-text.ts';
import { ScoreForm } from './ScoreForm.tsx';
import { scoreWords } from '../../../lib/traces/score-figures.ts';
import { type Score, type ScorePlace } from './score-words.ts';
import type { Scores } from './use-scores.ts';
import styles from './scores.module.css';

interface ScoresDialogProps {
  all: Scores;
  scores: readonly Score[];
  place: ScorePlace | undefined;
  onClose: () => void;
}

export function ScoresDialog({ all, scores, place, onClose }: ScoresDialogProps) {
  const mayChange = useMayChange();
  const [changed, setChanged] = useState<Score>();
  const what = place ? 'step' : 'trace';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Scores and notes of the ${what}`}
      description="Everybody in the project sees them. Only their author and owners of the project can change them."
    >
      {scores.length > 0 && (
        <ul className={styles.list}>
          {scores.map((score) => (
            <ScoreItem key={score.id} score={score} onChange={setChanged} onRemove={all.remove} />
          ))}
        </ul>
      )}
      {mayChange && (
        <ScoreForm
          key={changed?.id ?? `new ${scores.length}`}
          {...{ all, place, changed }}
          onDone={() => setChanged(undefined)}
        />
      )}
    </Dialog>
  );
}

interface ScoreItemProps {
  score: Score;
  onChange: (score: Score) => void;
  onRemove: (score: Score) => void;
}

const SOURCES: Readonly<Record<Score['source'], string>> = {
  screen: '',
  sdk: ' · SDK',
  otlp: ' · OTLP',
  api: ' · API',
};

function ScoreItem({ score, onChange, onRemove }: ScoreItemProps) {
  const { name, comment, author, source, target, createdAt, mayEdit } = score;
  const words = drawnText(scoreWords(score));
  return (
    <li>
      <div className={styles.item}>
        <strong>
          <PlainText text={name === null ? 'Note' : scoreWords(score)} />
        </strong>
        <span className={styles.quiet}>
          <PlainText text={author ?? 'unknown'} />
          {SOURCES[source]}
          {target === 'thought' && ' · thought'} · <RelativeTime time={createdAt} />
        </span>
        {mayEdit && (
          <span className={styles.actions}>
            <Button look="quiet" aria-label={`Change: ${words}`} onClick={() => onChange(score)}>
              Change
            </Button>
            <Button look="quiet" aria-label={`Remove: ${words}`} onClick={() => onRemove(score)}>
              Remove
            </Button>
          </span>
        )}
      </div>
      {comment !== null && (
        <p className={styles.comment} dir="auto">
          <PlainText text={comment} />
        </p>
      )}
    </li>
  );
}
