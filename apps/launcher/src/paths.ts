// Where things lie in the checkout.
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');
export const DEFAULT_DATA = join(ROOT, '.subtext');
export const BIN = join(ROOT, 'node_modules', '.bin');

export const inRoot = (...parts: string[]): string => join(ROOT, ...parts);
