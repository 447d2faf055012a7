// Finds problems that would stop a command after minutes of installing and building. Plain JavaScript for Node 20,
// without dependencies.
import { accessSync, constants, existsSync, mkdirSync, statfsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  firstClosedDirectory,
  makeServerHome,
  serverAccount,
} from '../../../packages/db/src/postgres/server-account.mjs';
import { PORTS, portProblem } from './ports.mjs';

const GB = 1e9;
/**
 * Disk space for packages, npm's cache, the build and a new database; other commands also need the packages of tests.
 */
const ROOM_TO_INSTALL = { start: 2 * GB, dev: 2 * GB, test: 3 * GB, e2e: 3 * GB };
/** A database with its write-ahead log, which is written before anything else is. */
const ROOM_TO_RUN = 0.3 * GB;

/** The commands that start servers; the others use running servers. */
const RUNS_SERVERS = ['start', 'dev', 'test', 'e2e'];

/**
 * @param context root: the checkout; isInstalled(): whether its packages are there.
 * @returns a line to show, or nothing. Throws an error whose message is the sentence to show.
 */
export async function preflight([command, ...parameters], { root, isInstalled }) {
  if (!RUNS_SERVERS.includes(command) || parameters.includes('--help') || parameters.includes('-h')) return undefined;
  const options = readOptions(command, parameters);
  const data = resolve(options.data ?? join(root, '.subtext'));
  requireWritable(root);
  const willInstall = !isInstalled();
  useOwnCacheWithoutHome(root);
  requireRoom(root, willInstall ? ROOM_TO_INSTALL[command] : ROOM_TO_RUN, willInstall);
  const line = process.env.DATABASE_URL && command !== 'test' ? undefined : placeOfServer([root, dirname(data)]);
  // Without an install the launcher itself checks them at once.
  if (willInstall && (command === 'start' || command === 'dev')) await requirePorts(options);
  return line;
}

/** Only the options that matter here; the launcher rejects unknown ones. */
function readOptions(command, parameters) {
  if (command !== 'start' && command !== 'dev') return {};
  const options = Object.values(PORTS).map(({ option }) => [option.slice(2), { type: 'string' }]);
  options.push(['data', { type: 'string' }]);
  return parseArgs({ args: parameters, options: Object.fromEntries(options), strict: false }).values;
}

function requireWritable(root) {
  for (const directory of [root, join(root, 'node_modules'), join(root, '.subtext')]) {
    if (!existsSync(directory)) continue;
    try {
      accessSync(directory, constants.W_OK);
    } catch (error) {
      const what = error.code === 'EROFS' ? 'is on a read-only file system' : 'cannot be written to by you';
      throw new Error(
        `Subtext installs and builds inside its checkout, but ${directory} ${what}: clone it to a directory of yours and start it there.`,
        { cause: error },
      );
    }
  }
}

/**
 * If the home directory is read-only or missing, npm and the build tools keep their caches in the checkout.
 */
function useOwnCacheWithoutHome(root) {
  const npmCache = process.env.npm_config_cache ?? join(homedir(), '.npm');
  if (canWriteBelow(npmCache) && canWriteBelow(join(homedir(), '.config'))) return;
  const caches = join(root, '.subtext', 'caches');
  mkdirSync(caches, { recursive: true });
  const places = { npm_config_cache: 'npm', XDG_CACHE_HOME: 'cache', XDG_CONFIG_HOME: 'config', XDG_DATA_HOME: 'data' };
  for (const [variable, name] of Object.entries(places)) process.env[variable] = join(caches, name);
}

/** True when the directory, or its nearest existing parent, can be written to. */
function canWriteBelow(directory) {
  if (!existsSync(directory)) return dirname(directory) !== directory && canWriteBelow(dirname(directory));
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function requireRoom(root, needed, willInstall) {
  const { bavail, bsize } = statfsSync(root);
  const free = bavail * bsize;
  if (free >= needed) return;
  const [has, wants] = [free, needed].map((bytes) => `${(bytes / GB).toFixed(1)} GB`);
  throw new Error(
    `${root} has ${has} of free disk, and ${willInstall ? 'installing and building' : 'running'} needs ${wants}: free some, or clone Subtext to a larger disk.`,
  );
}

/** Under root PostgreSQL runs as another user, so this checks whether that user can enter the checkout. */
function placeOfServer(paths) {
  const account = serverAccount();
  if (account === undefined) return undefined;
  const closed = paths.map((path) => firstClosedDirectory(path, account)).find((directory) => directory !== undefined);
  if (closed === undefined) return undefined;
  const home = makeServerHome(account, closed);
  return `PostgreSQL runs as the user "postgres" and cannot enter ${closed}: its programs and data are kept in ${home}.`;
}

async function requirePorts(options) {
  for (const facts of Object.values(PORTS)) {
    const port = Number(options[facts.option.slice(2)] ?? facts.usual);
    // The launcher refuses a value that is not a port number, and shows the options.
    const problem = port > 0 && port < 65_536 ? await portProblem(port, facts) : undefined;
    if (problem !== undefined) throw new Error(problem);
  }
}
