/** Whether the server said that there is no such thing, or none for whoever asks. */
export const isNotFound = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'data' in error &&
  (error.data as { code?: string } | null)?.code === 'NOT_FOUND';
