import { describe, expect, it } from 'vitest';
import { type LockedPackages, runningLock, runningPackages } from '../install/running-packages.mjs';
import { readLock } from './complete-lock.ts';

/** The packages of the lock that a Linux with glibc installs, as on most servers. */
function installedOnLinux(packages: LockedPackages): string[] {
  const isFor = (wanted: string[] | undefined, value: string) => wanted?.includes(value) ?? true;
  return [...runningPackages(packages)].filter((path) => {
    const { os, cpu, libc } = packages[path]!;
    return isFor(os, 'linux') && isFor(cpu, 'x64') && isFor(libc, 'glibc');
  });
}

/** A start may install none of these. */
const FOR_DEVELOPMENT = [
  /^(?:prisma|effect|vitest|vite|eslint.*|prettier|playwright.*|axe-core|typedoc.*|publint|fast-check|rollup)$/,
  /^(?:ai|ai-6|langsmith|cohere-ai|groq-sdk|ollama|js-tiktoken)$/,
  /^@(?:electric-sql|prisma\/(?:dev|engines|internals|studio-core))/,
  /^@(?:playwright|axe-core|typescript-eslint|arethetypeswrong|shikijs)\//,
  /^@(?:ai-sdk|arizeai|aws-sdk|cerebras|google|langchain|langfuse|mistralai|openrouter|smithy|traceloop)\//,
];

describe('what a start installs', () => {
  const installed = installedOnLinux(readLock().packages);

  it('is less than half of the 1,072 packages that it once was', () => {
    expect(installed.length).toBeGreaterThan(100);
    expect(installed.length).toBeLessThan(1072 / 2);
  });

  it('has nothing that only tests, lint or benchmarks use', () => {
    const names = installed.map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
    expect(names.filter((name) => FOR_DEVELOPMENT.some((pattern) => pattern.test(name)))).toEqual([]);
  });
});

describe('runningPackages', () => {
  const packages: LockedPackages = {
    '': { dependencies: { tool: '1' }, devDependencies: { tester: '1' } },
    'apps/web': { dependencies: { framework: '1' } },
    'node_modules/web': { link: true },
    'node_modules/tool': { optionalDependencies: { 'tool-linux': '1' } },
    'node_modules/tool-linux': {},
    'apps/web/node_modules/framework': {
      dependencies: { helper: '1' },
      peerDependencies: { required: '1', tester: '1' },
      peerDependenciesMeta: { tester: { optional: true } },
    },
    'apps/web/node_modules/framework/node_modules/helper': {},
    'node_modules/helper': {},
    'node_modules/required': {},
    'node_modules/tester': {},
  };
  const running = [
    'node_modules/tool',
    'apps/web/node_modules/framework',
    'node_modules/tool-linux',
    'apps/web/node_modules/framework/node_modules/helper',
    'node_modules/required',
  ];

  it('follows dependencies, optional ones and required peers, each from where it is looked for', () => {
    expect([...runningPackages(packages)].toSorted()).toEqual(running.toSorted());
  });

  it('makes a lock of them, without what only development needs', () => {
    const lock = runningLock({ packages });
    expect(Object.keys(lock.packages).toSorted()).toEqual(['', 'apps/web', 'node_modules/web', ...running].toSorted());
    expect(lock.packages['']).toEqual({ dependencies: { tool: '1' } });
  });
});
