// The packages of package-lock.json that running needs: `dependencies` of the root and of the workspaces, and their
// dependencies.

export const isPackage = (path) => path.includes('node_modules/');
/** Manifests and the entries of workspaces, without development dependencies. */
export const withoutDevelopment = ({ devDependencies: _omitted, ...manifest }) => manifest;

/** Paths of the packages, for all platforms; `packages` are the entries of a lock by their path from the root. */
export function runningPackages(packages) {
  const reached = new Set(Object.keys(packages).filter((path) => !isPackage(path)));
  // A set also yields items that are added during the iteration.
  for (const path of reached) {
    for (const name of requiredNames(packages[path])) {
      const found = lookupPaths(path, name).find((candidate) => packages[candidate] !== undefined);
      if (found !== undefined) reached.add(found);
    }
  }
  return new Set([...reached].filter((path) => isPackage(path) && !packages[path].link));
}

/** Optional peers are left out: a package works without them, and code that uses one depends on it directly. */
function requiredNames({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
}

/** The paths where Node looks for a package: next to the dependent package, then further up. */
function lookupPaths(from, name) {
  const folders = from === '' ? [] : from.split('/');
  const depths = [...folders.keys(), folders.length].filter((depth) => folders[depth - 1] !== 'node_modules');
  return depths.reverse().map((depth) => [...folders.slice(0, depth), 'node_modules', name].join('/'));
}

/** A lock of these packages and no others, which fits manifests without development packages. */
export function runningLock(lock) {
  const running = runningPackages(lock.packages);
  const kept = Object.entries(lock.packages).filter(
    ([path, { link }]) => !isPackage(path) || link || running.has(path),
  );
  const entries = kept.map(([path, entry]) => [path, isPackage(path) ? entry : withoutDevelopment(entry)]);
  return { ...lock, packages: Object.fromEntries(entries) };
}
