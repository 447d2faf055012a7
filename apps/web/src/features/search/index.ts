export { loadSearchRange } from './load-search-range.ts';
export { SearchPage } from './SearchPage.tsx';
