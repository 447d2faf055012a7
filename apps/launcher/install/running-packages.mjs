// What running needs of package-lock.json: `dependencies` of the root and of the workspaces, and what these depend on
// in turn.

export const isPackage = (path) => path.includes('node_modules/');
/** Manifests and the entries of workspaces, without what only development needs. */
export const withoutDevelopment = ({ devDependencies: _omitted, ...manifest }) => manifest;

/** Paths of the packages, for all platforms; `packages` are the entries of a lock by their path from the root. */
export function runningPackages(packages) {
  const reached = new Set(Object.keys(packages).filter((path) => !isPackage(path)));
  // A set yields what is added while it is walked.
  for (const path of reached) {
    for (const name of requiredNames(packages[path])) {
      const found = lookupPaths(path, name).find((candidate) => packages[candidate] !== undefined);
      if (found !== undefined) reached.add(found);
    }
  }
  return new Set([...reached].filter((path) => isPackage(path) && !packages[path].link));
}

/** Optional peers are left out: a package works without them, and what uses one depends on it itself. */
function requiredNames({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
}

/** Where Node looks for a package: beside the one that needs it, then further up. */
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
