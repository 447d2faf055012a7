// Ids that are the same each time that a transcript is imported, so that nothing is counted twice.
import { createHash } from 'node:crypto';

const digest = (parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

export const traceIdOf = (...parts: readonly string[]): string => digest(['trace', ...parts]).slice(0, 32);
export const spanIdOf = (...parts: readonly string[]): string => digest(['span', ...parts]).slice(0, 16);
