import { createLoader, parseAsArrayOf, parseAsString } from 'nuqs/server';
import { listParams } from './list-params.ts';

/** The address of the list as the server reads it. */
export const loadListParams = createLoader(listParams({ parseAsArrayOf, parseAsString }));
