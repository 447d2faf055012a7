// Stands in the browser for the `process` that bundles bring (next.config.ts): packages ask it for variables of the environment, of which there
// are none.
export const env = {};
