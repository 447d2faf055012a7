/**
 * The public functions take whatever a program passes, also what its types forbid, and promise not to throw. `fallback`
 * says what a caller gets for arguments that cannot be read.
 */
export function orElse<Result>(work: () => Result, fallback: () => Result): Result {
  try {
    return work();
  } catch {
    return fallback();
  }
}
