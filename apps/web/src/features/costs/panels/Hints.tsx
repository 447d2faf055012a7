// The settings that would have shown hidden thinking, ordered by the cost of that thinking.
import { Money } from '../../../components/figures/numbers.tsx';
import { tokenWords } from '../../../lib/figures/thinking.ts';
import type { CostHint } from '../answer.ts';
import styles from '../costs.module.css';
import { CutLink } from '../cuts/CutLink.tsx';
import type { CostsPlace } from '../cuts/links.ts';
import { Note } from './Panel.tsx';

export function Hints({ hints, place }: { hints: readonly CostHint[]; place: CostsPlace }) {
  if (hints.length === 0) return <Note>All thinking has a text.</Note>;
  return (
    <>
      <Note>Thinking without a text, most expensive first. Redacted thinking stays hidden with any setting.</Note>
      <ol className={styles.hints}>
        {hints.map((hint) => (
          <li key={hint.change ?? hint.title}>
            <p>
              <strong>
                {hint.change === null ? 'Stays hidden: ' : 'Would show up to '}
                <Money nano={hint.uncovered} />
              </strong>{' '}
              <span className={styles.note}>({tokenWords(hint.tokens)})</span> of{' '}
              {hint.models.map((model, index) => (
                <span key={model}>
                  {index > 0 && ', '}
                  <CutLink place={place} cut="model" name={model} />
                </span>
              ))}
            </p>
            {hint.change !== null && <code>{hint.change}</code>}
            <p className={styles.note}>
              {[hint.title, hint.costNote, hint.caution].filter((note) => note !== null).join(' ')}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
