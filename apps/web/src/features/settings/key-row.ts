// One API key as the server lists it, and what a dialog about it is given.
import type { RouterOutputs } from '../../lib/trpc.ts';

export type KeyRow = RouterOutputs['keys']['list'][number];

/** The user who answers for a key; null = a program made it. */
export const heldBy = ({ handedOverTo, madeBy }: KeyRow) => handedOverTo ?? madeBy;

export interface KeyDialogProps {
  project: string;
  apiKey: KeyRow;
  onClose: () => void;
}
