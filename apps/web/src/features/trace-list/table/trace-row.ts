// A trace in the list's response.
import type { RouterOutputs } from '../../../lib/requests/trpc.ts';

export type TraceRow = RouterOutputs['traces']['list']['traces'][number];
