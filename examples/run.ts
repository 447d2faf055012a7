/**
 * Runs the example agents, all at once, and sends their traces to Subtext. An agent whose provider has a key in the
 * environment talks to that provider; the others talk to the scripted provider of this folder. `npm start` fills an
 * empty database with it.
 */
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { flush } from '@subtext/sdk';
import { EXAMPLES } from './agents/index.ts';
import type { Example } from './agents/index.ts';
import { checkIngest } from './ingest.ts';
import { startScriptedProvider } from './provider/server.ts';

const HELP = `Usage: node examples/run.ts [name…] [--scripted] [--pace N] [--help]

Runs small agents and sends their traces to Subtext (SUBTEXT_URL, SUBTEXT_API_KEY).

  name        which agents; all when none is named
${EXAMPLES.map(({ name, shows, provider }) => `                ${name.padEnd(9)} ${shows} (${provider.key})`).join('\n')}
  --scripted  use the scripted provider even where a key is set
  --pace N    how slowly the scripted provider speaks: 1 by default, 0 without pauses
`;

/** @returns the exit code. */
async function main(): Promise<number> {
  const options = readOptions();
  if ('code' in options) {
    console.log(options.text);
    return options.code;
  }
  if (await refused()) return 1;
  process.env.OTEL_SERVICE_NAME ??= 'subtext-examples';
  const provider = await useScripted(options);
  const results = await Promise.all(options.examples.map(runExample));
  await flush();
  await provider?.close();
  // An exporter only warns; another check shows whether Subtext was there to the end.
  if (await refused()) return 1;
  const sent = results.reduce((sum, { traces }) => sum + traces, 0);
  console.log(`${sent} ${sent === 1 ? 'trace' : 'traces'} sent`);
  return results.some((result) => result.failed) ? 1 : 0;
}

async function refused(): Promise<boolean> {
  const reason = await checkIngest();
  if (reason !== undefined) console.error(reason);
  return reason !== undefined;
}

/** A fork of a run starts this program again, and continues from what the provider stored. One folder a user. */
const MEMORY = join(tmpdir(), `subtext-scripted-provider-${userInfo().uid}`);

interface Options {
  examples: readonly Example[];
  scripted: boolean;
  pace: number;
}

function readOptions(): Options | { text: string; code: number } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean' }, scripted: { type: 'boolean' }, pace: { type: 'string', default: '1' } },
    });
    if (values.help === true) return { text: HELP, code: 0 };
    const unknown = positionals.find((name) => !EXAMPLES.some((example) => example.name === name));
    if (unknown !== undefined) return { text: `There is no agent "${unknown}".\n\n${HELP}`, code: 2 };
    const pace = Number(values.pace);
    if (!(pace >= 0 && pace <= 100))
      return { text: `--pace must be a number from 0 to 100, not "${values.pace}".`, code: 2 };
    const examples = positionals.length === 0 ? EXAMPLES : EXAMPLES.filter(({ name }) => positionals.includes(name));
    return { examples, scripted: values.scripted === true, pace };
  } catch (error) {
    return { text: `${error instanceof Error ? error.message : String(error)}\n\n${HELP}`, code: 2 };
  }
}

/** Configures the clients without a key for the scripted provider, by the variables that they read. */
async function useScripted({ examples, scripted, pace }: Options) {
  const providers = [...new Set(examples.map((example) => example.provider))];
  const keyless = providers.filter(({ key }) => scripted || !process.env[key]);
  for (const { key } of providers.filter((provider) => !keyless.includes(provider)))
    console.log(`real provider: key in ${key}`);
  if (keyless.length === 0) return undefined;
  const server = await startScriptedProvider({ pace, memory: MEMORY });
  for (const { key, url, path } of keyless) {
    process.env[key] = 'scripted';
    process.env[url] = server.url + path;
  }
  const why = scripted ? 'as asked' : 'no key in the environment';
  console.log(
    `scripted provider: ${why} (${keyless.map(({ key }) => key).join(', ')}); no model is asked, nothing is paid`,
  );
  return server;
}

async function runExample({ name, run }: Example): Promise<{ traces: number; failed: boolean }> {
  const print = (line: string) => console.log(`${name.padEnd(9)} ${line.replaceAll('\n', ' ')}`);
  try {
    return { traces: (await run(print)).length, failed: false };
  } catch (error) {
    print(`failed: ${error instanceof Error ? error.message : String(error)}`);
    return { traces: 1, failed: true };
  }
}

process.exitCode = await main();
