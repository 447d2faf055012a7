// What the server reports about the arrival of the first span.
import type { RouterOutputs } from '../../lib/requests/trpc.ts';

export type Status = RouterOutputs['onboarding']['status'];
