// Replaces modules that the app does not use (next.config.ts).
export {};
