// Hidden share of each model as bars: the dotted part has a summary, the hatched part nothing.
import Link from 'next/link';
import { CostBar } from '../../components/CostBar.tsx';
import type { SpendOfModel } from './answer.ts';
import styles from './costs.module.css';
import { tracesOfModel, type CostsPlace } from './links.ts';
import { Share } from './Share.tsx';
import { toSpend, type SpendUnit } from './spend.ts';

interface HiddenShareProps {
  models: readonly SpendOfModel[];
  unit: SpendUnit;
  place: CostsPlace;
}

const MOST_ROWS = 8;

/** Models without hidden thinking are left out; the table has them. */
export function HiddenShare({ models, unit, place }: HiddenShareProps) {
  const shown = models
    .map((model) => ({ model, spend: toSpend(model, unit) }))
    .filter(({ spend }) => spend.hidden > 0n)
    .toSorted((one, other) => (other.spend.hiddenShare ?? 0) - (one.spend.hiddenShare ?? 0))
    .slice(0, MOST_ROWS);
  if (shown.length === 0)
    return <p className={styles.note}>No hidden thinking in this range: all that was paid for can be read.</p>;
  return (
    <ul className={styles.shares}>
      {shown.map(({ model, spend }) => (
        <li key={`${model.provider} ${model.model}`}>
          <Link href={tracesOfModel(place, model.model)} className={styles.name}>
            {model.model || 'unnamed model'}
          </Link>
          <CostBar parts={{ ...spend.parts, input: 0n, answer: 0n, readable: 0n }} unit={unit} outOf={spend.total} />
          <Share share={spend.hiddenShare} calls={model.generations} />
        </li>
      ))}
    </ul>
  );
}
