// Stands in for modules that nobody needs here (next.config.ts).
export {};
