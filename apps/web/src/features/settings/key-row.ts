// One API key as the server lists it, and what a dialog about it is given.
import type { RouterOutputs } from '../../lib/trpc.ts';

export type KeyRow = RouterOutputs['keys']['list'][number];

export interface KeyDialogProps {
  project: string;
  apiKey: KeyRow;
  onClose: () => void;
}
