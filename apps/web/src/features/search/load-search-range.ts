import { createLoader, parseAsString } from 'nuqs/server';
import { FIRST_RANGE } from './first-range.ts';

/** The only search parameter that the server reads. */
export const loadSearchRange = createLoader({ range: parseAsString.withDefault(FIRST_RANGE) });
