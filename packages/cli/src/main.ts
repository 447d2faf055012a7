// The program `subtext`. Each command is a module of its own, which is loaded when it runs.
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { limitOption, rangeOption, receiverOption, withFilter, withJson } from './commands/options.ts';
import type { ReleaseOptions } from './commands/compare-releases.ts';
import { EXIT, Failure } from './failure.ts';
import { FIGURES_HELP, parseCondition, type Condition } from './releases/condition.ts';
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

/** The exit code of the program that `subtext fork` has started. */
let forked: number | undefined;

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
  addExperiments(subtext);
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
    .option('-b, --by <cut>', 'model, agent, effort, session, tool, day or check', 'model')
    .option('--time-zone <name>', 'which hours make up a day, such as Europe/Oslo')
    .action(async (options) => (await import('./commands/costs.ts')).costs(options));
}

function addExperiments(subtext: Command): void {
  const experiment = subtext
    .command('experiment')
    .description('asks recorded steps again with other settings: would less thinking have done?');
  withJson(experiment.command('start'))
    .description('chooses steps and a variant, and begins')
    .argument('<name>', 'what the experiment is called')
    .option('-q, --q <filter>', 'which runs, such as "model:gpt-5.2 tool:refund"', '')
    .addOption(rangeOption())
    .option('--steps <number>', 'how many steps, at random', number, 50)
    .option('--repeats <number>', 'how often each is asked', number, 3)
    .requiredOption('--budget <dollars>', 'US dollars that are never exceeded', number)
    .option('--effort <effort>', 'none, minimal, low, medium, high, xhigh or max')
    .option('--thinking-budget <tokens>', 'tokens the model may think', Number)
    .option('--model <name>', 'another model')
    .option('--target <id>', 'another provider, such as anthropic.messages/anthropic')
    .option('--without-thoughts', 'leave out the earlier thoughts')
    .option('--no-baseline', 'do not ask the recorded setting again')
    .option('--max-output-tokens <number>', 'the most that an answer may have', number, 8_000)
    .option('--key <name>', 'which key of the project asks (by default the newest of the provider)')
    .option('--worker', 'asked by "subtext experiment run", with keys of your own')
    .action(async (name, options) => (await import('./commands/experiment.ts')).startExperiment(name, options));
  withJson(experiment.command('run'))
    .description('asks the questions of an experiment with the keys of your environment, such as OPENAI_API_KEY')
    .argument('<id>', 'of an experiment that was started with --worker')
    .option('--concurrency <number>', 'requests at a time', number, 2)
    .action(async (id, options) => (await import('./commands/experiment.ts')).runExperiment(id, options));
  withJson(experiment.command('show'))
    .description('shows what an experiment has measured so far')
    .argument('<id>', 'of the experiment')
    .action(async (id, options) => (await import('./commands/experiment.ts')).showExperiment(id, options));
  withJson(experiment.command('list'))
    .description('lists experiments, the newest first')
    .action(async (options) => (await import('./commands/experiment.ts')).listExperiments(options));
  experiment
    .command('stop')
    .description('stops an experiment; what was asked already is still stored')
    .argument('<id>', 'of the experiment')
    .action(async (id) => (await import('./commands/experiment.ts')).stopExperiment(id));
}

function addRuns(subtext: Command): void {
  withJson(subtext.command('why'))
    .description('shows the steps of a run, or why one of them was done')
    .argument('<run>', 'its id, or the address of its page')
    .argument('[step]', 'a step, such as 7, or 7b')
    .action(async (run, step, options) => (await import('./commands/why.ts')).why(run, step, options));
  addCompare(subtext);
  subtext
    .command('fork')
    .description('starts a program as a fork of a run: recorded answers up to a step, live after it')
    .usage('[options] <run>@<step> -- <program> [parameters...]')
    .argument('<origin>', 'the run and its step, or the address of the step')
    .argument('<program...>', 'the program, which uses the SDK, with its parameters')
    .addOption(
      new Option('--tools <tools>', 'whether functions of tool() run, or return what is recorded')
        .choices(['run', 'recorded'])
        .default('run'),
    )
    .addOption(
      new Option(
        '--on-divergence <choice>',
        'when a request differs from the recorded one (by default it stops only when messages differ)',
      ).choices(['stop', 'continue']),
    )
    .action(async (origin, given, options) => {
      forked = await (await import('./commands/fork.ts')).fork(origin, given, options);
    });
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

/** Two runs, or with --release and the like two releases. */
function addCompare(subtext: Command): void {
  const kind = (flags: string, description: string, others: string[]) =>
    new Option(flags, description).conflicts(others);
  const collect = (text: string, before: Condition[] = []) => [...before, parseCondition(text)];
  withFilter(subtext.command('compare'))
    .description('shows where two runs part, or what changed between two releases')
    .argument('<a>', 'a run; with --release, --prompt-version or --effort: one of these, the baseline')
    .argument('<b>', 'another one')
    .addOption(kind('--release', 'A and B are releases', ['promptVersion', 'effort']))
    .addOption(kind('--prompt-version', 'A and B are prompt versions (metadata prompt.version)', ['release', 'effort']))
    .addOption(kind('--effort', 'A and B are reasoning efforts', ['release', 'promptVersion']))
    .addOption(new Option('--last <range>', 'the same as --range, such as 7d').conflicts('range'))
    .option(
      '--fail-if <condition>',
      `of releases, may be repeated: exit with 1 if it holds, such as 'thinking > +30%' (from A to B) or 'cost > 0.05' (of B); figures: ${FIGURES_HELP}`,
      collect,
    )
    .option('--significant', 'fail only if the whole 95 % interval is beyond the threshold')
    .option('--accept-partly', 'decide by what checks found, also where they could not look at every step')
    .option('--min-runs <runs>', 'exit with 2 if a condition is of fewer runs', number, 5)
    .option('--junit <file>', 'write the conditions as a JUnit file')
    .addHelpText('after', EXIT_HELP)
    .action(compareAny);
}

const EXIT_HELP = `
Exit codes: 0 no condition holds; 1 a condition holds; 2 a condition cannot be decided (a figure is not known, there are
too few runs, the server cannot be reached) or is not written right.`;

type CompareOptions = Omit<ReleaseOptions, 'by' | 'failIf'> & {
  release?: boolean;
  promptVersion?: boolean;
  effort?: boolean;
  failIf?: Condition[];
};

async function compareAny(a: string, b: string, options: CompareOptions): Promise<void> {
  const by = options.release ? 'release' : options.promptVersion ? 'prompt' : options.effort ? 'effort' : undefined;
  const { failIf = [] } = options;
  if (by === undefined) {
    if (failIf.length > 0 || options.junit !== undefined)
      throw new Failure('--fail-if and --junit need --release, --prompt-version or --effort.', EXIT.usage);
    return (await import('./commands/compare.ts')).compare(a, b, options);
  }
  if (options.junit !== undefined && failIf.length === 0)
    throw new Failure('--junit needs at least one --fail-if, or the file would have no test.', EXIT.usage);
  return (await import('./commands/compare-releases.ts')).compareReleases(a, b, { ...options, by, failIf });
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
    return forked ?? EXIT.fine;
  } catch (cause) {
    // Help and version end in this way, too.
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? EXIT.fine : EXIT.usage;
    if (!(cause instanceof Failure)) throw cause;
    process.stderr.write(`${plainText(cause.message)}\n`);
    return cause.exitCode;
  }
}

// A reader such as `head` that has enough is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.fine : EXIT.failed),
);
process.exitCode = await run();
