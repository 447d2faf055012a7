'use client';
// What the address of the list says. What it means with the view it names is in list-views.ts.
import { parseAsArrayOf, parseAsString } from 'nuqs';
import { useQueryStates } from '../../lib/address-state.ts';
import { listParams } from './list-params.ts';

const LIST_PARAMS = listParams({ parseAsArrayOf, parseAsString });

export const useListUrl = () => useQueryStates(LIST_PARAMS);
export type ListUrl = ReturnType<typeof useListUrl>[0];
export type SetListUrl = ReturnType<typeof useListUrl>[1];

/** As many as fit into an address. */
export const MOST_SELECTED = 50;
