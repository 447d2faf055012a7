/** Questions that a page asks in one request; more in one are refused, or one request could hold all connections to the database. */
export const MOST_BATCHED = 20;
