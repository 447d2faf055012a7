// Keeps package-lock.json good for every system: `node apps/launcher/src/complete-lock.ts`. npm leaves platform
// packages out of the lock when it has not seen them (a mirror without them, a node_modules of one system), and then
// `npm ci` refuses that lock. Added entries have no integrity hash, because their packages were not downloaded here;
// npm adds it when it downloads them.
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './paths.ts';

interface LockedPackage {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface LockFile {
  packages: Record<string, LockedPackage>;
}

const OPERATING_SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const OTHER_NAMES: Record<string, string> = { windows: 'win32', '64': 'x64' };

const LOCK_FILE = inRoot('package-lock.json');

export function readLock(): LockFile {
  return JSON.parse(readFileSync(LOCK_FILE, 'utf8')) as LockFile;
}

/** Entries that are missing in the lock, by their path in node_modules. */
export function missingEntries({ packages }: LockFile): Map<string, LockedPackage> {
  const missing = new Map<string, LockedPackage>();
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, wanted] of Object.entries(entry.optionalDependencies ?? {})) {
      const isExact = /^\d/.test(wanted);
      const places = [`${path}/node_modules/${name}`, `node_modules/${name}`];
      const found = places.map((place) => packages[place]).find((present) => present !== undefined);
      if (found !== undefined && (!isExact || found.version === wanted)) continue;
      const version = wanted.replace(/^[\^~]/, '');
      missing.set(found === undefined ? places[1]! : places[0]!, {
        version,
        dev: entry.dev,
        optional: true,
        ...platformOf(name),
      });
    }
  }
  return missing;
}

/** `@rolldown/binding-linux-x64-musl`: the naming that all such packages share. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/).map((word) => OTHER_NAMES[word] ?? word);
  const named = (list: string[]) => words.filter((word) => list.includes(word)).slice(0, 1);
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : [];
  const platform = { os: named(OPERATING_SYSTEMS), cpu: named(PROCESSORS), libc };
  return Object.fromEntries(Object.entries(platform).filter(([, values]) => values.length > 0));
}

if (import.meta.main) {
  const lock = readLock();
  const missing = missingEntries(lock);
  const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  if (missing.size > 0) {
    writeFileSync(LOCK_FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
  }
  console.log(`${missing.size} platform packages added to ${LOCK_FILE}`);
}
