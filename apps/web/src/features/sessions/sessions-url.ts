'use client';
// The URL parameters of the session list: filter and range.
import { parseAsString } from 'nuqs';
import { useQueryStates } from '../../lib/address/address-state.ts';
import { DEFAULT_RANGE } from '../../lib/time/time-range.ts';

const PARAMS = { q: parseAsString.withDefault(''), range: parseAsString.withDefault(DEFAULT_RANGE) };

export const useSessionsUrl = () => useQueryStates(PARAMS);
export type SessionsUrl = ReturnType<typeof useSessionsUrl>[0];
export type SetSessionsUrl = ReturnType<typeof useSessionsUrl>[1];
