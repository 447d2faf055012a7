import { describe, expect, it } from 'vitest';
import { missingEntries, readLock } from './complete-lock.ts';

describe('package-lock.json', () => {
  it('names the packages of every platform, so that npm ci takes it (else run complete-lock.ts)', () => {
    expect([...missingEntries(readLock()).keys()]).toEqual([]);
  });

  it('lacks a platform package when only another version of it is there', () => {
    const packages = {
      'node_modules/bundler': {
        version: '2.0.0',
        dev: true,
        optionalDependencies: { '@bundler/win32-x64-msvc': '2.0.0' },
      },
      'node_modules/@bundler/win32-x64-msvc': { version: '1.0.0' },
    };
    expect([...missingEntries({ packages })]).toEqual([
      [
        'node_modules/bundler/node_modules/@bundler/win32-x64-msvc',
        { version: '2.0.0', dev: true, optional: true, os: ['win32'], cpu: ['x64'] },
      ],
    ]);
  });

  it('reads system, processor and C library off a name', () => {
    const packages = {
      'node_modules/turbo': { optionalDependencies: { '@turbo/windows-64': '2.1.0', 'x-linux-arm64-musl': '1.0.0' } },
    };
    const [windows, linux] = missingEntries({ packages }).values();
    expect(windows).toMatchObject({ os: ['win32'], cpu: ['x64'] });
    expect(linux).toMatchObject({ os: ['linux'], cpu: ['arm64'], libc: ['musl'] });
  });
});
