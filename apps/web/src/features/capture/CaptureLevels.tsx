'use client';
// The capture level and the maximum length of each kind of text.
import { useId } from 'react';
import { exactCount } from '../../lib/figures/format.ts';
import styles from './CaptureScreen.module.css';
import { isLimit, KINDS, LARGEST_LIMIT, LEVELS, SMALLEST_LIMIT, type Draft, type Kind } from './rules.ts';

interface CaptureLevelsProps {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}

export function CaptureLevels({ draft: { capture, limits }, onChange }: CaptureLevelsProps) {
  const isLess = Object.values(capture).some((level) => level !== 'full');
  return (
    <section className={styles.section} aria-labelledby="capture-heading">
      <h2 id="capture-heading">Capture</h2>
      {KINDS.map(({ kind, label, note }) => (
        <fieldset key={kind} className={styles.level}>
          <legend className={styles.legend}>{label}</legend>
          <p className={styles.note}>{note}</p>
          <div className={styles.choices}>
            {LEVELS.map(({ level, label: choice }) => (
              <label key={level} className={styles.choice}>
                <input
                  type="radio"
                  name={kind}
                  checked={capture[kind] === level}
                  onChange={() => onChange({ capture: { ...capture, [kind]: level } })}
                />
                {choice}
              </label>
            ))}
          </div>
          {capture[kind] === 'full' && (
            <Limit
              kind={kind}
              value={limits[kind]}
              onChange={(value) => onChange({ limits: { ...limits, [kind]: value } })}
            />
          )}
        </fieldset>
      ))}
      <ul className={styles.notes}>
        {LEVELS.filter(({ level }) => Object.values(capture).includes(level)).map(
          ({ level, label, says, mark, also }) => (
            <li key={level}>
              <b>{label}</b> stores {says} {mark && <code>{mark}</code>}
              {also}
            </li>
          ),
        )}
        <li>
          <b>Raw</b>{' '}
          {isLess
            ? 'shows new spans without content: only ids, models, figures and times.'
            : 'shows spans as they were sent, each text cut to its limit.'}
        </li>
      </ul>
    </section>
  );
}

interface LimitProps {
  kind: Kind;
  value: string;
  onChange: (value: string) => void;
}

const WHOSE: Readonly<Record<Kind, string>> = {
  reasoning: 'of a thought',
  text: 'of a message',
  arguments: 'of the arguments of a call',
  results: 'of a result',
};

function Limit({ kind, value, onChange }: LimitProps) {
  const id = useId();
  const isWrong = !isLimit(value);
  return (
    <>
      <div className={styles.limit}>
        <label htmlFor={id}>
          At most<span className="visually-hidden"> this many characters {WHOSE[kind]}</span>
        </label>
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          className={styles.number}
          value={value}
          placeholder={exactCount(LARGEST_LIMIT)}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-problem` : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        <span aria-hidden>characters {WHOSE[kind]}</span>
      </div>
      <p id={`${id}-problem`} className={styles.problem} role="status">
        {isWrong &&
          `A whole number from ${exactCount(SMALLEST_LIMIT)} to ${exactCount(LARGEST_LIMIT)}, in digits only. Leave it empty for the server’s limit.`}
      </p>
    </>
  );
}
