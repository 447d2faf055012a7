// What a person at the terminal can act on: shown as its sentence alone, without a stack.

export class UserError extends Error {
  override name = 'UserError';
}

/** The sentence of an error; with its stack when it is a surprise. */
export function describe(error: unknown): string {
  if (error instanceof UserError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
