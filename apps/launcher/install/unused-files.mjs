// Removes files that nothing here reads, a fifth of the disk space of a start: source maps, and in the package "node"
// the package that it took its program from (the program is a hard link) with the headers for compiling add-ons.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { modules } from './paths.mjs';

const SOURCE_MAP = /\.(?:[cm]?[jt]sx?|css)\.map$/;

export function removeUnusedFiles(directory) {
  removeSourceMaps(modules(directory));
  rmSync(join(modules(directory), 'node', 'node_modules'), { recursive: true, force: true });
}

/** Does not follow links, which lead to the workspaces. */
function removeSourceMaps(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) removeSourceMaps(path);
    else if (entry.isFile() && SOURCE_MAP.test(entry.name)) rmSync(path);
  }
}
