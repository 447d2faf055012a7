/** The messages between the page and the worker. */
import type { ComparedStep, Pair } from '../../../lib/compare/align.ts';
import type { TextDiff } from './diff-text.ts';

export type WorkerTask =
  | { kind: 'align'; a: readonly ComparedStep[]; b: readonly ComparedStep[] }
  | { kind: 'thoughts' | 'values'; a: string; b: string };

export type WorkerAnswer = { id: number } & ({ kind: 'align'; pairs: Pair[] } | { kind: 'diff'; diff: TextDiff });
