// An error that the user at the terminal can fix: shown as a sentence, without a stack.

export class UserError extends Error {
  override name = 'UserError';
}

/** The sentence of an error, with its stack when it is unexpected. */
export function describe(error: unknown): string {
  if (error instanceof UserError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Resolves like `work`; a failure becomes a sentence in which `what` names the attempt. */
export function orSentence<Result>(work: Promise<Result>, what: string): Promise<Result> {
  return work.catch((error: unknown) => {
    throw new UserError(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  });
}
