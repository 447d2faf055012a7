import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureSecret, openDataDirectory } from './data-directory.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'subtext-data-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('the data directory', () => {
  it('lets only one Subtext in, and the next when it has left', async () => {
    const first = await openDataDirectory(directory);
    await expect(openDataDirectory(directory)).rejects.toThrow(`Subtext already runs on ${directory}.`);
    await first.unlock();
    await (await openDataDirectory(directory)).unlock();
  });

  it('is free again after the process that had it was killed', async () => {
    const module = join(import.meta.dirname, 'data-directory.ts');
    const script = `
      import { openDataDirectory } from ${JSON.stringify(module)};
      await openDataDirectory(${JSON.stringify(directory)});
      process.stdout.write('locked');
      setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    await expect(openDataDirectory(directory)).rejects.toThrow('already runs');
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const next = await openDataDirectory(directory);
    expect(next.wasKilled).toBe(true);
    await next.unlock();
    const last = await openDataDirectory(directory);
    expect(last.wasKilled).toBe(false);
    await last.unlock();
  });

  it('locks a directory whose path is too long for a socket', async () => {
    const deep = join(directory, 'a-rather-long-name-for-a-directory'.repeat(4));
    const first = await openDataDirectory(deep);
    await expect(openDataDirectory(deep)).rejects.toThrow('already runs');
    await first.unlock();
  });

  it('says when it cannot be made', async () => {
    const { authSecretFile, unlock } = await openDataDirectory(directory);
    await ensureSecret(authSecretFile);
    await expect(openDataDirectory(authSecretFile)).rejects.toThrow(
      `The data directory ${authSecretFile} cannot be made`,
    );
    await unlock();
  });

  it('makes a secret once, for its owner only', async () => {
    const { authSecretFile, unlock } = await openDataDirectory(directory);
    const secret = await ensureSecret(authSecretFile);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await ensureSecret(authSecretFile)).toBe(secret);
    expect(await readFile(authSecretFile, 'utf8')).toBe(`${secret}\n`);
    expect((await stat(authSecretFile)).mode & 0o777).toBe(0o600);
    await unlock();
  });

  it('keeps logs for its owner only, also those of an older start: sign-in links are in them', async () => {
    const logs = join(directory, 'logs');
    await mkdir(logs, { mode: 0o755 });
    const { unlock } = await openDataDirectory(directory);
    expect((await stat(logs)).mode & 0o777).toBe(0o700);
    await unlock();
  });
});
