import type { RouterOutputs } from '../../lib/trpc.ts';

export type Member = RouterOutputs['members']['list'][number];
