/** Steps in arrival order → rows. A burst is grouped by trace, and groups are collapsed until the user opens them. */
import type { TailStep } from './tail.ts';

export type TailRow =
  | { kind: 'step'; key: string; step: TailStep; inGroup: boolean }
  | { kind: 'group'; key: string; newest: TailStep; steps: readonly TailStep[]; isOpen: boolean };

export function tailRows(steps: readonly TailStep[], open: ReadonlySet<string>): TailRow[] {
  const groups = Map.groupBy(steps, (step) => groupKey(step) ?? '');
  const rows: TailRow[] = [];
  const shown = new Set<string>();
  for (const step of steps) {
    const key = groupKey(step);
    const group = key === undefined ? [step] : groups.get(key)!;
    if (key === undefined || group.length === 1) rows.push({ kind: 'step', key: step.key, step, inGroup: false });
    else if (!shown.has(key)) {
      shown.add(key);
      const isOpen = open.has(key);
      rows.push({ kind: 'group', key, newest: group.at(-1)!, steps: group, isOpen });
      if (isOpen) rows.push(...group.map((one) => ({ kind: 'step' as const, key: one.key, step: one, inGroup: true })));
    }
  }
  return rows;
}

const groupKey = ({ burst, trace }: TailStep): string | undefined => (burst === 0 ? undefined : `${burst}/${trace}`);
