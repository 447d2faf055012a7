// Which parts of costs get a table column or a legend entry. Pure.
import { COST_PARTS, type CostParts } from './cost-parts.ts';

/** All parts, without the rare ones that no cost has. */
export const partsOf = (costs: Iterable<CostParts>) => {
  const isUntold = [...costs].some(({ untold }) => untold > 0n);
  return COST_PARTS.filter(({ key }) => key !== 'untold' || isUntold);
};
