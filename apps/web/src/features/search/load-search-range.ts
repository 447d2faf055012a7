import { createLoader, parseAsString } from 'nuqs/server';
import { DEFAULT_RANGE } from '../../lib/time/time-range.ts';

/** The only search parameter that the server reads. */
export const loadSearchRange = createLoader({ range: parseAsString.withDefault(DEFAULT_RANGE) });
