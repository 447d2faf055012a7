/**
 * Maximum number of queries in one request; the server refuses more, because one request could otherwise occupy all
 * database connections.
 */
export const MAX_BATCHED = 20;
