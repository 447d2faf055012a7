// What is in no sum of dollars, by name: an unknown price is not a price of nothing.
import { Link } from '../../components/Link.tsx';
import { plural } from '../../lib/format.ts';
import type { SpendOfCut } from './answer.ts';
import styles from './costs.module.css';
import { CutLink } from './CutLink.tsx';
import type { CostsPlace } from './links.ts';

const MOST_NAMES = 6;

export function Unpriced({ models, place }: { models: readonly SpendOfCut[]; place: CostsPlace }) {
  const unpriced = models.filter((model) => model.generationsUnpriced > 0);
  const calls = unpriced.reduce((sum, model) => sum + model.generationsUnpriced, 0);
  const [one, several] = unpriced.some((model) => model.runsCounted > 0)
    ? (['call or run is', 'calls or runs are'] as const)
    : (['call is', 'calls are'] as const);
  if (calls === 0) return null;
  const more = unpriced.length - MOST_NAMES;
  return (
    <p className={styles.warning}>
      <span aria-hidden>⚠ </span>
      {plural(unpriced.length, 'model has', 'models have')} no price: {plural(calls, one, several)} not in any $ (
      {unpriced.slice(0, MOST_NAMES).map((model, index) => (
        <span key={`${model.provider} ${model.key}`}>
          {index > 0 && ', '}
          <CutLink place={place} cut="model" name={model.key} />
        </span>
      ))}
      {more > 0 && ` and ${more} more`}). <Link href={`/p/${place.project}/settings/prices`}>Set prices</Link>
    </p>
  );
}
