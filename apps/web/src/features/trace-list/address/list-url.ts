'use client';
// The URL parameters of the list. list-views.ts combines them with the settings of the view.
import { parseAsArrayOf, parseAsString } from 'nuqs';
import { useQueryStates } from '../../../lib/address/address-state.ts';
import { listParams } from './list-params.ts';

const LIST_PARAMS = listParams({ parseAsArrayOf, parseAsString });

export const useListUrl = () => useQueryStates(LIST_PARAMS);
export type ListUrl = ReturnType<typeof useListUrl>[0];
export type SetListUrl = ReturnType<typeof useListUrl>[1];

/** As many ids as fit into a URL. */
export const MAX_SELECTED = 50;
