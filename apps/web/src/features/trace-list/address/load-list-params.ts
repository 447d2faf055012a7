import { createLoader, parseAsArrayOf, parseAsString } from 'nuqs/server';
import { listParams } from './list-params.ts';

/** Reads the list's URL parameters on the server. */
export const loadListParams = createLoader(listParams({ parseAsArrayOf, parseAsString }));
