'use client';
// What the page reports while a trace loads and grows: new steps, and a URL that names something that is not there.
import { useFollow } from '../live/use-follow.ts';
import { useAddressProblems, useMissingStep } from '../navigation/use-missing-step.ts';
import type { AddressedTrace } from './use-addressed-trace.ts';
import type { TraceNavigation } from './use-trace-navigation.ts';

/** Returns the number of steps that arrived since the user last looked at the last step. */
export function useArrivedSteps(
  { stored, whole, url, travel }: AddressedTrace,
  { selecting }: TraceNavigation,
): number {
  const { selection, select } = selecting;
  const implied = selection.implied || travel.at !== null;
  const arrived = useFollow({ timeline: whole, selected: selection.step, implied, select });
  useAddressProblems();
  useMissingStep({ step: url.step, count: whole?.steps.length, capped: stored.skeleton.data?.capped === true });
  // Steps around a linked span load late, but they are not new.
  return stored.beyond.size > 0 ? 0 : arrived;
}
