'use client';
// What the address of a comparison says: the two traces, the step that is looked at, whether only differences are shown.
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';

const PARAMS = {
  a: parseAsString.withOptions({ history: 'push' }),
  b: parseAsString.withOptions({ history: 'push' }),
  step: parseAsString,
  only: parseAsStringLiteral(['diff']),
};

export const useCompareUrl = () => useQueryStates(PARAMS);
export type SetCompareUrl = ReturnType<typeof useCompareUrl>[1];
