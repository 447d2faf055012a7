'use client';
// Reports unknown values in the URL when the page opens, all in one toast: the link may be written by hand, or by another version.
import { useEffect } from 'react';
import { NOT_READ, problemsOf, type AddressCheck } from './address-problems.ts';
import { toast } from '../toast.ts';

/** `checks` must be the same array on every render. */
export function useAddressProblems(checks: readonly AddressCheck[]): void {
  useEffect(() => {
    const problems = problemsOf(checks, new URLSearchParams(location.search));
    if (problems.length > 0) toast(NOT_READ, problems.join(' '));
  }, [checks]);
}
