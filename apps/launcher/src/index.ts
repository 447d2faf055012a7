// The exports for the browser tests, their benchmark and the conformance of frameworks: they start a system of their own
// with the functions of `npm start`.
export { runNpm } from '../install/run-npm.mjs';
export { build } from './build.ts';
export { openDataDirectory } from './data-directory.ts';
export type { DataDirectory } from './data-directory.ts';
export { freePort } from './ports.ts';
export { silentProgress } from './progress.ts';
export { removeDataDirectory } from './remove-data-directory.ts';
export { seed } from './seed.ts';
export { signInLink } from './sign-in-link.ts';
export { startSystem } from './system.ts';
export { startTemporarySystem } from './temporary-system.ts';
export { findBrowser } from './testing/browser.ts';
export type { System } from './system.ts';
