// Names the models whose calls are in no sum of dollars, because a missing price is not a price of 0. Models that lack
// a cost for another reason, or only for some calls, are named separately.
import { costStateOf } from '../../../lib/figures/cost-parts.ts';
import { plural } from '../../../lib/figures/format.ts';
import { costParts } from '../../../lib/figures/spend-tables.ts';
import { Link } from '../../../components/controls/Link.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import type { SpendOfCut } from '../answer.ts';
import styles from '../costs.module.css';
import { CutLink } from '../cuts/CutLink.tsx';
import type { CostsPlace } from '../cuts/links.ts';

const MAX_NAMES = 6;

export function Unpriced({ models, place }: { models: readonly SpendOfCut[]; place: CostsPlace }) {
  const unpriced = models.filter((model) => model.generationsUnpriced > 0);
  const without = unpriced.filter(lacksPrice);
  const inPart = unpriced.filter((model) => !lacksPrice(model));
  if (unpriced.length === 0) return null;
  return (
    <details className={styles.warning}>
      <summary>
        <span aria-hidden>⚠ </span>
        {callsOf(unpriced)} without a known cost
      </summary>
      {without.length > 0 && (
        <>
          {plural(without.length, 'model has', 'models have')} no price: {callsOf(without)} not in any $ (
          <Names models={without} place={place} />
          ).{' '}
        </>
      )}
      {inPart.length > 0 && (
        <>
          {callsOf(inPart)} not in any $ for another reason (
          <Names models={inPart} place={place} />
          ): their usage was not reported, or only a part of it, or they are from before the price.{' '}
        </>
      )}
      <Link href={`/p/${place.project}/settings/prices`}>Set prices</Link>
    </details>
  );
}

/** Input and output tokens are reported, but no call has a cost. */
const lacksPrice = (model: SpendOfCut): boolean => costStateOf({ ...model, costs: costParts(model) }) === 'unpriced';

function callsOf(models: readonly SpendOfCut[]): string {
  const calls = models.reduce((sum, model) => sum + model.generationsUnpriced, 0);
  return models.some((model) => model.runsCounted > 0)
    ? plural(calls, 'call or run is', 'calls or runs are')
    : plural(calls, 'call is', 'calls are');
}

/** Names the provider too, because prices belong to a provider. */
function Names({ models, place }: { models: readonly SpendOfCut[]; place: CostsPlace }) {
  const more = models.length - MAX_NAMES;
  return (
    <>
      {models.slice(0, MAX_NAMES).map((model, index) => (
        <span key={`${model.provider} ${model.key}`}>
          {index > 0 && ', '}
          <CutLink place={place} cut="model" name={model.key} />
          {model.provider && <PlainText text={` of ${model.provider}`} />}
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  );
}
