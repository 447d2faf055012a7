/**
 * The regularities of a trace's costs: each model has one price per output token, thinking or not, and the rest of its
 * costs has a common factor.
 */
import { commonFactor } from './digits.ts';
import type { Numbers, Value } from './groups.ts';

export interface Prices {
  models: Value[];
  /** Nano-dollars per output token; 0 = not known. */
  rates: number[];
  factors: number[];
}

export interface Price {
  factor: number;
  of: (tokens: number | null) => number;
}

export function pricesOf(column: (key: string) => Numbers): Prices {
  const prices: Prices = { models: [], rates: [], factors: [] };
  const [costs, outputs, thinking] = [column('cost'), column('outputTokens'), column('reasoningTokens')];
  const paid = column('reasoningCost');
  const rows = Map.groupBy(
    costs.flatMap((cost, at) => (cost === null ? [] : [at])),
    (at): Value => column('model')[at]!,
  );
  for (const [model, own] of rows) {
    const known = own.find((at) => thinking[at] && paid[at]);
    const rate = known === undefined ? 0 : paid[known]! / thinking[known]!;
    const { of } = priceOf(rate, 1);
    prices.models.push(model);
    prices.rates.push(rate);
    prices.factors.push(commonFactor(own.map((at) => costs[at]! - of(outputs[at]!))));
  }
  return prices;
}

/** Larger values would make sums and differences inexact. */
const MOST = 2 ** 52;

function priceOf(rate: number, factor: number): Price {
  const of = (tokens: number | null) => {
    const cost = Math.round((tokens ?? 0) * rate);
    return Math.abs(cost) < MOST ? cost : 0;
  };
  return { factor, of };
}

/** Returns the price of a row, or group, by its model. */
export function byModel({ models, rates, factors }: Prices, model: readonly Value[]): (at: number) => Price {
  const none = priceOf(0, 1);
  const prices = new Map(models.map((name, at) => [name, priceOf(rates[at]!, factors[at]!)] as const));
  const each = model.map((name) => prices.get(name) ?? none);
  return (at) => each[at]!;
}
