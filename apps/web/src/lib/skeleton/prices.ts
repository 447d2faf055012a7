/** What costs have in common: a token of thinking costs the same all the time, and all costs of a model are multiples of something. */
import type { Numbers, Value } from './groups.ts';

export interface Prices {
  models: Value[];
  /** Nano-dollars a token of thinking; 0 = not known. */
  rates: number[];
  factors: number[];
}

export interface Price {
  factor: number;
  /** Of so many tokens of thinking. */
  of: (tokens: number | null) => number;
}

export function pricesOf(column: (key: string) => Numbers): Prices {
  const [costs, tokens, paid] = [column('cost'), column('reasoningTokens'), column('reasoningCost')];
  const found = new Map<Value, { rate: number; factor: number }>();
  column('model').forEach((model: Value, at) => {
    const [cost, count, thinking] = [costs[at]!, tokens[at]!, paid[at]!];
    if (cost === null && thinking === null) return;
    const known = found.get(model) ?? { rate: 0, factor: 0 };
    found.set(model, known);
    if (cost !== null) known.factor = commonFactor(known.factor, Math.abs(cost));
    if (known.rate === 0 && count !== null && count > 0) known.rate = (thinking ?? 0) / count;
  });
  const all = [...found.values()];
  return {
    models: [...found.keys()],
    rates: all.map(({ rate }) => rate),
    factors: all.map(({ factor }) => factor || 1),
  };
}

function commonFactor(one: number, other: number): number {
  while (other !== 0) [one, other] = [other, one % other];
  return one;
}

/** Beyond, sums and differences would not be exact. */
const MOST = 2 ** 52;

/** The price of each row, or group, by its model. */
export function byModel({ models, rates, factors }: Prices, model: readonly Value[]): (at: number) => Price {
  const none: Price = { factor: 1, of: () => 0 };
  const prices = new Map(
    models.map((name, at): [Value, Price] => {
      const of = (tokens: number | null) => {
        const cost = Math.round((tokens ?? 0) * rates[at]!);
        return Math.abs(cost) < MOST ? cost : 0;
      };
      return [name, { factor: factors[at]!, of }];
    }),
  );
  const each = model.map((name) => prices.get(name) ?? none);
  return (at) => each[at]!;
}
