import { createLoader, parseAsString } from 'nuqs/server';
import { FIRST_RANGE } from './first-range.ts';

/** What of the address of the search the server reads. */
export const loadSearchRange = createLoader({ range: parseAsString.withDefault(FIRST_RANGE) });
