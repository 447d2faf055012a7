/**
 * The public functions accept any argument, also one that its type forbids, and promise not to throw. `fallback`
 * says what a caller gets for arguments that cannot be read.
 */
export function orElse<Result>(work: () => Result, fallback: () => Result): Result {
  try {
    return work();
  } catch {
    return fallback();
  }
}
