// Every model with its spend, its thinking and the share of it that nobody could read. Each row leads to its traces.
import Link from 'next/link';
import { CostBar } from '../../components/CostBar.tsx';
import { NO_PRICE, plural } from '../../lib/format.ts';
import { NotReported } from '../../components/numbers.tsx';
import type { SpendOfModel } from './answer.ts';
import styles from './costs.module.css';
import { Amount } from './Headline.tsx';
import { tracesOfModel, type CostsPlace } from './links.ts';
import { Share } from './Share.tsx';
import { toSpend, type SpendUnit } from './spend.ts';

interface ModelTableProps {
  models: readonly SpendOfModel[];
  unit: SpendUnit;
  place: CostsPlace;
}

export function ModelTable({ models, unit, place }: ModelTableProps) {
  const most = models.reduce((sum, model) => {
    const { total } = toSpend(model, unit);
    return total > sum ? total : sum;
  }, 0n);
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Spend by model, table">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col" className={styles.barCell}>
              <span className="visually-hidden">Parts</span>
            </th>
            <th scope="col" className={styles.number}>
              {unit === 'usd' ? 'Spend' : 'Tokens'}
            </th>
            <th scope="col" className={styles.number}>
              Thinking
            </th>
            <th scope="col" className={styles.number}>
              Hidden
            </th>
            <th scope="col" className={styles.number}>
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <ModelRow key={`${model.provider} ${model.model}`} model={model} unit={unit} place={place} most={most} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ModelRowProps extends Omit<ModelTableProps, 'models'> {
  model: SpendOfModel;
  most: bigint;
}

function ModelRow({ model, unit, place, most }: ModelRowProps) {
  const spend = toSpend(model, unit);
  // A model that never says how much it thought has no thinking of 0.
  const said = model.generationsReporting > 0 || spend.thinking > 0n;
  const priced = unit === 'tokens' || spend.unpriced < spend.generations;
  return (
    <tr>
      <th scope="row">
        <Link href={tracesOfModel(place, model.model)} className={styles.name}>
          {model.model || 'unnamed model'}
        </Link>{' '}
        <span className={styles.note}>
          {model.provider} · {plural(model.generations, 'call')}
        </span>
      </th>
      <td className={styles.barCell}>{priced && <CostBar parts={spend.parts} unit={unit} outOf={most} />}</td>
      {priced ? (
        <>
          <td className={styles.number}>
            <Amount value={spend.total} unit={unit} />
          </td>
          <td className={styles.number}>{said ? <Amount value={spend.thinking} unit={unit} /> : <NotReported />}</td>
          <td className={styles.number}>{said ? <Amount value={spend.hidden} unit={unit} /> : <NotReported />}</td>
          <td className={styles.number}>
            <Share share={said ? spend.hiddenShare : undefined} calls={spend.generations} />
          </td>
        </>
      ) : (
        <td className={styles.number} colSpan={4}>
          {NO_PRICE}
        </td>
      )}
    </tr>
  );
}
