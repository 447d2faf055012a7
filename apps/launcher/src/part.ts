// One running part of the system, for the code that starts and stops all parts.
import type { UserError } from './user-error.ts';

export interface Part {
  name: string;
  /** Resolves when the part died too often to be started again; never rejects. */
  failed: Promise<UserError>;
  stop(): Promise<void>;
  /** Stops without draining. Nothing that was committed is lost. */
  killNow(): void;
}
