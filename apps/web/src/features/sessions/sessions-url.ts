'use client';
// What the address of the list of sessions says: filter and range.
import { parseAsString, useQueryStates } from 'nuqs';

const PARAMS = { q: parseAsString.withDefault(''), range: parseAsString.withDefault('7d') };

export const useSessionsUrl = () => useQueryStates(PARAMS);
export type SessionsUrl = ReturnType<typeof useSessionsUrl>[0];
export type SetSessionsUrl = ReturnType<typeof useSessionsUrl>[1];
