/** True if the server responded that the resource does not exist, or is not visible to the user. */
export const isNotFound = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'data' in error &&
  (error.data as { code?: string } | null)?.code === 'NOT_FOUND';
