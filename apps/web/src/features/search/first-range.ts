/** The range that is searched when the URL has none. */
export const FIRST_RANGE = '7d';
