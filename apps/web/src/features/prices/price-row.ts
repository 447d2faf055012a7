// One line of the table: a model that was used, or has a price of its own, and the rates that hold for its next call.
import type { Rates } from '@subtext/reasoning';
import type { RouterOutputs } from '../../lib/trpc.ts';

export type PricesAnswer = RouterOutputs['prices']['list'];
export type UsedModel = PricesAnswer['models'][number];
export type OwnPrice = PricesAnswer['own'][number];

export interface PriceRow {
  provider: string;
  model: string;
  /** null: not used lately. */
  used: UsedModel | null;
  /** Newest first; the first whose time has come is in force. */
  own: OwnPrice[];
  /** null: no price. */
  rates: Rates | null;
  /** Where the rates are from. `unasked`: so far no call needed any, since each told its own cost or used nothing. */
  from: 'own' | 'list' | 'none' | 'unasked';
}

export function priceRows({ models, own }: Pick<PricesAnswer, 'models' | 'own'>, now: Date): PriceRow[] {
  const ofModel = Map.groupBy(own, keyOf);
  const rows = models.map((used) => rowOf({ ...used, used, own: ofModel.get(keyOf(used)) ?? [] }, now));
  const seen = new Set(models.map(keyOf));
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

const keyOf = ({ provider, model }: { provider: string; model: string }) => `${provider}\0${model}`;
