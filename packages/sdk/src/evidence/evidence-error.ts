/** The input of a function of `@subtext/sdk/evidence` is not what it takes. The message names the place and what to give. */
export class EvidenceError extends Error {
  /** The name of the error, as for all errors. */
  override readonly name: string = 'EvidenceError';
}

/** Whatever an argument does when it is read becomes one kind of error. */
export function readingInput<Result>(what: string, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof EvidenceError) throw cause;
    throw new EvidenceError(`${what} cannot be read.`, { cause });
  }
}
