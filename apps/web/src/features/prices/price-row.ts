// One row of the table: a model that was used or has a price of the project, and the rates for its next call.
import type { Rates } from '@subtext/reasoning';
import type { RouterOutputs } from '../../lib/requests/trpc.ts';

export type PricesAnswer = RouterOutputs['prices']['list'];
export type UsedModel = PricesAnswer['models'][number];
export type OwnPrice = PricesAnswer['own'][number];

export interface PriceRow {
  provider: string;
  model: string;
  /** null: not used in the last 30 days. */
  used: UsedModel | null;
  /** Newest first; the first one that has started is in force. */
  own: OwnPrice[];
  /** null: the model has no price. */
  rates: Rates | null;
  /**
   * Source of the rates. `unasked`: no call has needed rates so far, because each reported its own cost or used no
   * tokens.
   */
  from: 'own' | 'list' | 'none' | 'unasked';
}

export function priceRows({ models, own }: Pick<PricesAnswer, 'models' | 'own'>, now: Date): PriceRow[] {
  const ofModel = Map.groupBy(own, priceKey);
  const rows = models.map((used) => rowOf({ ...used, used, own: ofModel.get(priceKey(used)) ?? [] }, now));
  const seen = new Set(models.map(priceKey));
  const unused = [...ofModel].filter(([key]) => !seen.has(key));
  return [...rows, ...unused.map(([, prices]) => rowOf({ ...prices[0]!, used: null, own: prices }, now))];
}

function rowOf(
  { provider, model, used, own }: Pick<PriceRow, 'provider' | 'model' | 'used' | 'own'>,
  now: Date,
): PriceRow {
  const inForce = own.find(({ validFrom }) => Date.parse(validFrom) <= now.getTime());
  const rates = inForce ?? used?.listed ?? null;
  const without = used?.unpriced === 0 ? 'unasked' : 'none';
  return { provider, model, used, own, rates, from: inForce ? 'own' : rates ? 'list' : without };
}

const priceKey = ({ provider, model }: { provider: string; model: string }) => `${provider}\0${model}`;
