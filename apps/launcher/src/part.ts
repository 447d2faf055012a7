// One running piece of the system, as whoever starts and stops them all sees it.
import type { UserError } from './user-error.ts';

export interface Part {
  name: string;
  /** Resolves when the part died too often to be started again; never rejects. */
  failed: Promise<UserError>;
  stop(): Promise<void>;
  /** For the impatient: no draining. Nothing that was committed is lost. */
  killNow(): void;
}
