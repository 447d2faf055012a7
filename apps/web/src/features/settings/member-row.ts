import type { RouterOutputs } from '../../lib/requests/trpc.ts';

export type Member = RouterOutputs['members']['list'][number];
