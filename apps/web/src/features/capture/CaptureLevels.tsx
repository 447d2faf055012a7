'use client';
import styles from './CaptureScreen.module.css';
import { KINDS, LEVELS, type Rules } from './rules.ts';

interface CaptureLevelsProps {
  levels: Rules['capture'];
  onChange: (levels: Rules['capture']) => void;
}

export function CaptureLevels({ levels, onChange }: CaptureLevelsProps) {
  const isLess = Object.values(levels).some((level) => level !== 'full');
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
                  checked={levels[kind] === level}
                  onChange={() => onChange({ ...levels, [kind]: level })}
                />
                {choice}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <p className={styles.note}>
        {isLess
          ? 'The Raw view of new spans keeps only what is certainly no content: ids, models, figures and times.'
          : 'The Raw view keeps spans as they were sent.'}
      </p>
    </section>
  );
}
