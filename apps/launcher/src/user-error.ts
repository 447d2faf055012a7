// What a person at the terminal can act on: shown as its sentence alone, without a stack.

export class UserError extends Error {
  override name = 'UserError';
}

/** The sentence of an error; with its stack when it is a surprise. */
export function describe(error: unknown): string {
  if (error instanceof UserError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** What `work` resolves to; its failure becomes a sentence, in which `what` says what was tried. */
export function orSentence<Result>(work: Promise<Result>, what: string): Promise<Result> {
  return work.catch((error: unknown) => {
    throw new UserError(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  });
}
