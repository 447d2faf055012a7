'use client';
// What the address of the list says. What it means with the view it names is in list-views.ts.
import { useQueryStates } from 'nuqs';
import { LIST_PARAMS } from './list-params.ts';

export const useListUrl = () => useQueryStates(LIST_PARAMS);
export type ListUrl = ReturnType<typeof useListUrl>[0];
export type SetListUrl = ReturnType<typeof useListUrl>[1];

/** As many as fit into an address. */
export const MOST_SELECTED = 50;
