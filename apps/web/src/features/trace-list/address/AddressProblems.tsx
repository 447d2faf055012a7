'use client';
// Renders nothing; shows a toast for each problem of the URL when it first appears. Most URLs have none, so it loads
// later.
import { useEffect, useRef } from 'react';
import { NOT_READ } from '../../../lib/address/address-problems.ts';
import { toast } from '../../../lib/toast.ts';
import { addressProblems, type ListInUrl } from './address-problems.ts';

export function AddressProblems({ list }: { list: ListInUrl }) {
  const said = useRef(new Set<string>());
  const all = addressProblems(list).join('\n');
  useEffect(() => {
    for (const problem of all.split('\n').filter(Boolean)) {
      if (said.current.has(problem)) continue;
      said.current.add(problem);
      toast(NOT_READ, problem);
    }
  }, [all]);
  return null;
}
