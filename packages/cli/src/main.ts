// The program `subtext`. Each command is a module of its own, which is loaded when it runs.
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { limitOption, rangeOption, receiverOption, withFilter, withJson } from './commands/options.ts';
import { EXIT, Failure } from './failure.ts';
import { plainText } from './output/plain-text.ts';

const number = (text: string): number => {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
};

/** ISO 8601 with milliseconds. Without a zone it is UTC, like the days of an export. */
const moment = (text: string): string => {
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = new Date(text.includes('T') && !hasZone ? `${text}Z` : text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('It must be a time such as 2026-11-28 or 2026-11-28T12:00Z.');
  return time.toISOString();
};

function program(): Command {
  const subtext = new Command('subtext')
    .description('Reads what agents did, why, and what it cost, from a Subtext.')
    .version('0.1.0')
    .exitOverride()
    .showHelpAfterError('(--help shows how)');
  addLists(subtext);
  addRuns(subtext);
  subtext
    .command('login')
    .description('stores the address of a Subtext and a key to read with')
    .option('--url <address>', 'the address of the web app')
    .action(async (options) => (await import('./commands/login.ts')).login(options));
  addExport(subtext);
  addDeletion(subtext);
  addSending(subtext);
  subtext
    .command('mcp')
    .description('serves MCP over stdio, for agents that start their servers')
    .action(async () => (await import('./commands/mcp.ts')).mcp());
  return subtext;
}

function addLists(subtext: Command): void {
  withFilter(subtext.command('runs'))
    .description('lists runs, the newest first')
    .option('-s, --sort <order>', 'age, cost, hidden, steps, thinking, duration or errors', 'age')
    .option('--ascending', 'the least first, or the oldest')
    .addOption(limitOption())
    .action(async (options) => (await import('./commands/runs.ts')).runs(options));
  withJson(subtext.command('search'))
    .description('finds words in thoughts')
    .argument('<words...>', 'all must be in a step; conditions such as tool:refund; -word excludes')
    .option('-i, --in <texts>', 'where, with commas: thought, said, args, result, answer', 'thought')
    .addOption(rangeOption())
    .option('--cursor <cursor>', 'where the page before ended')
    .action(async (words, options) => (await import('./commands/search.ts')).search(words, options));
  withFilter(subtext.command('costs'))
    .description('shows what was spent, and on which thinking')
    .option('-b, --by <cut>', 'model, agent, effort, session, tool or day', 'model')
    .option('--time-zone <name>', 'which hours make up a day, such as Europe/Oslo')
    .action(async (options) => (await import('./commands/costs.ts')).costs(options));
}

function addRuns(subtext: Command): void {
  withJson(subtext.command('why'))
    .description('shows the steps of a run, or why one of them was done')
    .argument('<run>', 'its id, or the address of its page')
    .argument('[step]', 'a step, such as 7, or 7b')
    .action(async (run, step, options) => (await import('./commands/why.ts')).why(run, step, options));
  withJson(subtext.command('compare'))
    .description('shows where two runs part, and by how much they differ')
    .argument('<a>', 'a run')
    .argument('<b>', 'another run')
    .action(async (a, b, options) => (await import('./commands/compare.ts')).compare(a, b, options));
  withJson(subtext.command('score'))
    .description('says how good a run, a step or its thought was; needs a key with the scope "scores"')
    .argument('<run>', 'its id, or the address of its page')
    .argument('<score>', 'name=value: a number, up, down, or a category, such as quality=0.9')
    .option('--step <step>', 'only this step, such as 7; the key needs the scope "read", too')
    .option('--thought', 'the thought of that step')
    .option('--comment <text>', 'why')
    .action(async (run, given, options) => (await import('./commands/score.ts')).score(run, given, options));
  withJson(subtext.command('tail'))
    .description('writes new runs and steps as they come, until it is stopped')
    .option('-f, --filter <filter>', 'only runs that match')
    .option('--since <minutes>', 'also runs that began so long ago', number, 1)
    .option('--interval <seconds>', 'how often to ask', number, 5)
    .action(async (options) => (await import('./commands/tail.ts')).tail(options));
}

function addExport(subtext: Command): void {
  subtext
    .command('export')
    .description('writes everything in the project to files, with a manifest that proves it is whole')
    .argument('<place>', 'a directory, or s3://bucket/prefix; an export that was stopped there goes on')
    .addOption(new Option('--format <format>', 'what the files are').choices(['jsonl', 'parquet']).default('jsonl'))
    .option('--since <time>', 'only traces that changed since, such as 2026-11-28 or 2026-11-28T12:00Z', moment)
    .addOption(
      new Option('--incremental', 'below the place: everything the first time, then what changed').conflicts('since'),
    )
    .option('--json', 'write JSON instead of text')
    .action(async (place, options) => (await import('./commands/export.ts')).exportProject(place, options));
}

function addDeletion(subtext: Command): void {
  const target = (flags: string, description: string, others: string[]) =>
    new Option(flags, description).conflicts(others);
  withJson(subtext.command('delete'))
    .description('deletes traces for good, with a receipt; needs a key with the scope "admin"')
    .addOption(target('--user <id>', 'the traces of a user', ['session', 'tag', 'filter']))
    .addOption(target('--session <id>', 'the traces of a session', ['user', 'tag', 'filter']))
    .addOption(target('--tag <tag>', 'the traces with a tag', ['user', 'session', 'filter']))
    .addOption(
      target('-f, --filter <filter>', 'the traces that match, such as env:staging', ['user', 'session', 'tag']),
    )
    .addOption(rangeOption().default('all'))
    .addOption(new Option('--dry-run', 'only say what would be deleted').conflicts(['yes', 'wait']))
    .option('-y, --yes', 'do not ask')
    .option('-w, --wait', 'wait for the receipt')
    .action(async (options) => (await import('./commands/delete.ts')).deleteTraces(options));
}

function addSending(subtext: Command): void {
  subtext
    .command('import')
    .description('sends sessions of coding agents, or an export, as traces like all others')
    .addArgument(new Argument('<source>', 'what it is of').choices(['claude-code', 'codex', 'langfuse', 'subtext']))
    .argument('[path]', 'a transcript, a directory with some (by default those of this user), or an export')
    .addOption(receiverOption())
    .option('--dry-run', 'only count what would be sent')
    .option('--keep-secrets', 'do not mask API keys, tokens and passwords (of an export of Subtext, nothing is masked)')
    .option('--json', 'write JSON instead of text')
    .action(async (source, path, options) => {
      if (source === 'subtext') await (await import('./commands/import-export.ts')).importExported(path, options);
      else if (source === 'langfuse')
        await (await import('./commands/import-langfuse.ts')).importFromLangfuse(path, options);
      else await (await import('./commands/import.ts')).importSessions(source, path, options);
    });
  subtext
    .command('setup')
    .description('writes the telemetry settings of a coding agent, after asking')
    .addArgument(new Argument('<agent>', 'whose settings they are').choices(['claude-code']))
    .addOption(receiverOption())
    .option('--contents', 'also send prompts, answers, arguments and results')
    .option('-y, --yes', 'do not ask')
    .action(async (_agent, options) => (await import('./commands/setup.ts')).setupClaudeCode(options));
}

async function run(): Promise<number> {
  try {
    await program().parseAsync();
    return EXIT.fine;
  } catch (cause) {
    // Help and version end in this way, too.
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? EXIT.fine : EXIT.usage;
    if (!(cause instanceof Failure)) throw cause;
    process.stderr.write(`${plainText(cause.message)}\n`);
    return EXIT.failed;
  }
}

// A reader such as `head` that has enough is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.fine : EXIT.failed),
);
process.exitCode = await run();
