// Paths of the checkout that an install reads or writes.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(fileURLToPath(new URL('../../..', import.meta.url)));
export const lockFile = join(root, 'package-lock.json');
/** Not below node_modules, which an install may empty. */
export const stateDirectory = join(root, '.subtext');

export const modules = (directory = root) => join(directory, 'node_modules');
/** npm writes this list of the installed packages as the last step of an install. */
export const npmRecord = (directory = root) => join(modules(directory), '.package-lock.json');
/** Node 24, which is one of the packages. */
export const newNode = (directory = root) =>
  join(modules(directory), 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
