import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SmallProject, createSmallProject } from './testing/small-project.ts';

const INSTALLS = /Installing/;

describe('the packages of a command', { timeout: 180_000 }, () => {
  let project: SmallProject;
  beforeEach(async () => {
    project = await createSmallProject();
  }, 180_000);
  afterEach(() => project.remove());

  const inProject = (...path: string[]) => join(project.root, ...path);
  const inPackages = (...path: string[]) => inProject('node_modules', ...path);
  const readLock = () => readFileSync(inProject('package-lock.json'), 'utf8');

  it('are those that running needs for a start; a test adds the rest, once, under a running system', async () => {
    const lock = readLock();
    const started = await project.run('recount');
    expect(started).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Installing packages \(once.*ran recount/s),
    });
    expect(existsSync(inPackages('needed', 'index.js'))).toBe(true);
    expect(existsSync(inPackages('needed', 'index.js.map'))).toBe(false);
    expect(existsSync(inPackages('tester'))).toBe(false);
    expect((await project.run('recount')).output).not.toMatch(INSTALLS);

    const running = statSync(inPackages('needed', 'index.js')).ino;
    expect(await project.run('install')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/only development needs/),
    });
    expect(existsSync(inPackages('tester', 'index.js'))).toBe(true);
    expect(statSync(inPackages('needed', 'index.js')).ino).toBe(running);
    expect((await project.run('recount')).output).toBe('ran recount\n');
    expect((await project.run('install')).output).toBe('');
    expect(readLock()).toBe(lock);
  });

  it('are all there after npm ci by hand', async () => {
    await project.npm('ci', '--no-audit');
    expect((await project.run('install')).output).toBe('');
    expect((await project.run('recount')).output).toBe('ran recount\n');
  });

  it.each(['SIGINT', 'SIGKILL'] as const)('are installed afresh after a start that ended by %s', async (signal) => {
    const interrupted = await project.interrupt('recount', { hanging: 'needed', signal });
    if (signal === 'SIGINT') expect(interrupted.output).toMatch(/Interrupted\. Running this again starts .*afresh/);
    expect(existsSync(inPackages())).toBe(false);
    expect(await project.run('recount')).toMatchObject({ code: 0, output: expect.stringMatching(/ran recount/) });
    expect(existsSync(inPackages('needed', 'index.js'))).toBe(true);
    expect(readdirSync(inProject('.subtext'))).toEqual([]);
  });

  it('are installed afresh after an interrupted test', async () => {
    await project.run('recount');
    await project.interrupt('install', { hanging: 'tester', signal: 'SIGKILL' });
    // Simulates an npm that was killed between two files of the package.
    rmSync(inPackages('tester', 'index.js'));
    expect(await project.run('install')).toMatchObject({ code: 0, output: expect.stringMatching(INSTALLS) });
    expect(existsSync(inPackages('tester', 'index.js'))).toBe(true);
    expect((await project.run('recount')).output).toBe('ran recount\n');
  });
});
