export interface LockedPackage {
  version?: string;
  /** A workspace, linked into node_modules. */
  link?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** By path from the root: '' is the root, `packages/db` a workspace, `node_modules/zod` a package. */
export type LockedPackages = Record<string, LockedPackage>;

export function runningPackages(packages: LockedPackages): Set<string>;
export function runningLock(lock: { packages: LockedPackages }): { packages: LockedPackages };
