/** What a model costs at a time: rates from a price list, found for exactly this model or not at all. */
export {
  atBatchRates,
  bareName,
  findPrice,
  isPriceFor,
  listedRates,
  PRICE_LIST,
  type MediaTokens,
  type PricedRequest,
} from './price-list.ts';
