'use client';
// A link that was written by hand, or by another version: what of it is not known is said when the page opens.
import { useEffect } from 'react';
import { NOT_READ, problemsOf, type AddressCheck } from './address-problems.ts';
import { toast } from './toast.ts';

/** The same checks each time. */
export function useAddressProblems(checks: readonly AddressCheck[]): void {
  useEffect(() => {
    for (const problem of problemsOf(checks, new URLSearchParams(location.search))) toast(NOT_READ, problem);
  }, [checks]);
}
