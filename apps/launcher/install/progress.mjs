// Shows npm's progress, because npm itself is silent: in place on a terminal, a line now and then in a log.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { modules } from './paths.mjs';

/** The number of unpacked packages. */
function countPackages(directory) {
  try {
    const names = readdirSync(directory).flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(directory, name)).map((inner) => join(name, inner)) : [name],
    );
    return names.filter((name) => existsSync(join(directory, name, 'package.json'))).length;
  } catch {
    return 0; // npm is moving the directory just now
  }
}

/** Shows the progress of an install in `directory`. Returns a function that ends it with a last line. */
export function startProgress(title, directory) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const isTerminal = process.stderr.isTTY;
  console.error(title);
  const show = () => {
    const line = `  ${countPackages(modules(directory))} packages, ${seconds()}`;
    process.stderr.write(isTerminal ? `\r\x1b[2K${line}` : `${line}\n`);
  };
  const timer = setInterval(show, isTerminal ? 500 : 15_000);
  return (word) => {
    clearInterval(timer);
    process.stderr.write(
      `${isTerminal ? '\r\x1b[2K' : ''}  ${countPackages(modules(directory))} packages ${word} in ${seconds()}\n`,
    );
  };
}
