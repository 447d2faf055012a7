// Finds and records which packages are installed. There are two levels: RUNNING is what a start needs
// (running-packages.mjs), EVERYTHING is that and what tests, lint and benchmarks need.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile, modules, newNode, npmRecord } from './paths.mjs';
import { isPackage, runningPackages } from './running-packages.mjs';

export const RUNNING = 'running';
export const EVERYTHING = 'everything';

/** Written after a complete install: its level, and the hash of its package-lock.json. */
const marker = join(modules(), '.subtext-installed');
const markerText = (level) => `${level} ${createHash('sha256').update(readFileSync(lockFile)).digest('hex')}\n`;
const readPackages = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

export function isInstalled(level) {
  if (!existsSync(newNode())) return false;
  const found = existsSync(marker) ? readFileSync(marker, 'utf8') : '';
  if (found === markerText(level) || found === markerText(EVERYTHING)) return true;
  if (!npmFinished(level)) return false;
  markInstalled(level);
  return true;
}

/** An install by hand (`npm ci`) counts as well. */
function npmFinished(level) {
  if (!existsSync(npmRecord())) return false;
  const [wanted, present] = [readPackages(lockFile), readPackages(npmRecord())];
  const paths = level === RUNNING ? [...runningPackages(wanted)] : Object.keys(wanted).filter(isPackage);
  return paths.every((path) => {
    const { version, optional, link } = wanted[path];
    return optional || link || present[path]?.version === version;
  });
}

export function markInstalled(level) {
  writeFileSync(marker, markerText(level));
}

/**
 * Call before node_modules is changed: if that is interrupted, the next command installs afresh instead of trusting
 * half of a package.
 */
export function markIncomplete() {
  rmSync(marker, { force: true });
  rmSync(npmRecord(), { force: true });
}
