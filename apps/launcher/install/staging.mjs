// A start installs into a separate directory, from manifests and a lock without development packages, and moves the
// result into the checkout when it is complete. (`npm ci --omit=dev` still installs development packages that are
// also an optional peer of a needed one, like `prisma` of `@prisma/client`: some 240 packages and 330 MB.)
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lockFile, modules, root, stateDirectory } from './paths.mjs';
import { isPackage, runningLock, withoutDevelopment } from './running-packages.mjs';

const PREFIX = 'installing-';
/** Each process has its own, because an npm whose launcher was killed may still be writing into another one. */
export const staging = join(stateDirectory, `${PREFIX}${process.pid}`);

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

function writeJson(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(value));
}

/** Writes the files that npm reads into an empty directory. */
export function prepareStaging() {
  discardAbandoned();
  const lock = runningLock(readJson(lockFile));
  writeJson(join(staging, 'package-lock.json'), lock);
  for (const path of workspaces(lock)) {
    const manifest = join(path, 'package.json');
    writeJson(join(staging, manifest), withoutDevelopment(readJson(join(root, manifest))));
  }
  const settings = join(root, '.npmrc');
  if (existsSync(settings)) cpSync(settings, join(staging, '.npmrc'));
}

/** Paths of the workspaces, '' for the root. */
const workspaces = ({ packages }) => Object.keys(packages).filter((path) => !isPackage(path));

/**
 * Replaces node_modules of the root, and of workspaces that need other versions than the root, with the new install.
 */
export function moveFromStaging() {
  for (const path of workspaces(readJson(lockFile))) {
    const [from, to] = [staging, root].map((base) => modules(join(base, path)));
    if (existsSync(to)) move(to, join(staging, 'outdated', path));
    if (existsSync(from)) move(from, to);
  }
}

function move(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code !== 'EXDEV') throw error; // .subtext is on another volume
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    rmSync(from, { recursive: true, force: true });
  }
}

export function discardStaging() {
  rmSync(staging, { recursive: true, force: true });
}

/** Removes directories that killed processes left behind. */
function discardAbandoned() {
  const names = existsSync(stateDirectory) ? readdirSync(stateDirectory) : [];
  for (const name of names.filter((name) => name.startsWith(PREFIX))) {
    const owner = Number(name.slice(PREFIX.length));
    if (owner === process.pid || !isAlive(owner)) rmSync(join(stateDirectory, name), { recursive: true, force: true });
  }
}

function isAlive(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM'; // a process of another user
  }
}
