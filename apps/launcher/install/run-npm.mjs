// Runs npm, silently.
import { spawn } from 'node:child_process';
import { newNode } from './paths.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs npm in a directory: the npm that runs this process, if one does. Resolves with its exit code, its output, and
 * the signal that asked this process to end meanwhile, if one did.
 */
export function runNpm(parameters, directory) {
  const npm = process.env.npm_execpath;
  const words = [...parameters, '--no-audit', '--no-fund', '--loglevel=error', '--no-progress'];
  const isScript = npm !== undefined && /\.[cm]?js$/.test(npm);
  return isScript ? runQuietly(process.execPath, [npm, ...words], directory) : runQuietly('npm', words, directory);
}

function runQuietly(command, parameters, directory) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, parameters, {
      cwd: directory,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && !command.endsWith('.exe'),
      // Prisma's installer would download an engine that nothing here uses.
      env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: newNode(), PRISMA_SKIP_POSTINSTALL_GENERATE: '1' },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const end = (result) => {
      for (const name of SIGNALS) process.off(name, interrupt);
      resolve(result);
    };
    // A terminal sends Ctrl-C to npm as well; other programs signal only this process. Does not wait: npm waits for the
    // scripts that it runs.
    const interrupt = (signal) => {
      child.kill(signal);
      end({ code: 1, signal, output });
    };
    for (const name of SIGNALS) process.on(name, interrupt);
    child.on('error', (error) => end({ code: 1, output: String(error) }));
    child.on('close', (code) => end({ code, output }));
  });
}
