// Which parts of costs have a column of a table, or a sign in a legend. Pure.
import { COST_PARTS, type CostParts } from './cost-parts.ts';

/** All but what is rare and no cost has. */
export const partsOf = (costs: Iterable<CostParts>) => {
  const isUntold = [...costs].some(({ untold }) => untold > 0n);
  return COST_PARTS.filter(({ key }) => key !== 'untold' || isUntold);
};
