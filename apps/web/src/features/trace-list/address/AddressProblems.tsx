'use client';
// Renders nothing; shows a toast for the problems of the URL when they first appear. Most URLs have none, so it loads
// later.
import { useEffect, useRef } from 'react';
import { NOT_READ } from '../../../lib/address/address-problems.ts';
import { toast } from '../../../lib/toast.ts';
import { addressProblems, type ListInUrl } from './address-problems.ts';

export function AddressProblems({ list }: { list: ListInUrl }) {
  const said = useRef(new Set<string>());
  const all = addressProblems(list).join('\n');
  useEffect(() => {
    const news = all.split('\n').filter((problem) => problem !== '' && !said.current.has(problem));
    for (const problem of news) said.current.add(problem);
    if (news.length > 0) toast(NOT_READ, news.join(' '));
  }, [all]);
  return null;
}
