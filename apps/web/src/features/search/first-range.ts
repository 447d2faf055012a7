/** What is searched when the address says nothing of it. */
export const FIRST_RANGE = '7d';
