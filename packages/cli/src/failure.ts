/** Exit codes of the program. */
export const EXIT = { fine: 0, failed: 1, usage: 2 } as const;

/** A failure that a user can do something about: one sentence that says what happened and what to do. */
export class Failure extends Error {
  override name = 'Failure';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
