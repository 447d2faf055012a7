// A trace as the list gets it.
import type { RouterOutputs } from '../../lib/trpc.ts';

export type TraceRow = RouterOutputs['traces']['list']['traces'][number];
