// One API key as the server lists it, and the props of its dialogs.
import type { RouterOutputs } from '../../lib/requests/trpc.ts';

export type KeyRow = RouterOutputs['keys']['list'][number];

/** The user responsible for a key; null = a program created it. */
export const heldBy = ({ handedOverTo, madeBy }: KeyRow) => handedOverTo ?? madeBy;

export interface KeyDialogProps {
  project: string;
  apiKey: KeyRow;
  onClose: () => void;
}
