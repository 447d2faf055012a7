// Replaces the `process` polyfill in the browser (next.config.ts): packages read environment variables from it, and
// there are none.
export const env = {};
