/**
 * subtext setup claude-code: telemetry of Claude Code to this Subtext. Shows what it would write, asks, keeps everything
 * else of the settings, and leaves a copy of the file as it was.
 */
import { isRecord, type JsonRecord } from '@subtext/reasoning';
import { constants } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { findReceiver, type Receiver } from '../api/receiver.ts';
import { Failure } from '../failure.ts';
import { withQuestions } from '../input/questions.ts';
import { writeDim, writeLine, writeTable } from '../output/output.ts';
import { writePrivateJson } from '../output/private-file.ts';

interface SetupOptions {
  to?: string;
  contents?: boolean;
  yes?: boolean;
}

/** Variables of Claude Code and OpenTelemetry. Spans are a beta there, and need a switch of their own. */
const variables = ({ url, key }: Receiver): Record<string, string> => ({
  CLAUDE_CODE_ENABLE_TELEMETRY: '1',
  CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: '1',
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_LOGS_EXPORTER: 'otlp',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer ${key}`,
});

/** Without them, telemetry has figures, names and times, and no texts. */
const CONTENTS: Readonly<Record<string, string>> = {
  OTEL_LOG_USER_PROMPTS: '1',
  OTEL_LOG_ASSISTANT_RESPONSES: '1',
  OTEL_LOG_TOOL_DETAILS: '1',
  OTEL_LOG_TOOL_CONTENT: '1',
};

interface Change {
  name: string;
  before: unknown;
  after: string;
}

export async function setupClaudeCode({ to, contents, yes }: SetupOptions): Promise<void> {
  const receiver = findReceiver(to);
  const file = join(process.env.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude'), 'settings.json');
  const settings = await readSettings(file);
  const before = isRecord(settings.env) ? settings.env : {};
  const wanted = { ...variables(receiver), ...(contents && CONTENTS) };
  const changes = Object.entries(wanted)
    .map(([name, after]): Change => ({ name, before: before[name], after }))
    .filter(({ before: old, after }) => old !== after);
  if (changes.length === 0) return writeLine(`${file} has these settings already.`);
  showChanges(file, changes, receiver.key);
  if (!yes && !(await isConfirmed())) return writeLine('Nothing was written.');
  const copy = await writeSettings(file, { ...settings, env: { ...before, ...wanted } });
  writeLine(`Written to ${file}. Claude Code uses it when it starts the next time.`);
  if (copy !== undefined) writeDim(`The file as it was is ${copy}.`);
}

async function readSettings(file: string): Promise<JsonRecord> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return '{}';
    throw new Failure(`${file} cannot be read (${cause.code}), so nothing was written.`);
  });
  try {
    const settings: unknown = JSON.parse(text);
    if (isRecord(settings) && (settings.env === undefined || isRecord(settings.env))) return settings;
  } catch {
    // Reported below, like any other content that is not what Claude Code reads.
  }
  throw new Failure(`${file} is no JSON object with settings, so nothing was written: repair or remove it first.`);
}

function showChanges(file: string, changes: readonly Change[], key: string): void {
  const shown = (value: string) => value.replaceAll(key, `…${key.slice(-4)}`);
  writeLine(`These variables would be written to "env" in ${file}:`);
  writeTable(
    [
      { title: 'variable', value: ({ name }: Change) => name },
      { title: 'value', value: ({ after }) => shown(after) },
      { title: 'now', value: ({ before }) => (before === undefined ? '' : hidden(before)) },
    ],
    changes,
  );
}

/** What is replaced may be a key of another receiver. */
const hidden = (value: unknown): string =>
  typeof value === 'string' && !/bearer|basic|key|token/i.test(value) ? value : '(another value)';

async function isConfirmed(): Promise<boolean> {
  const answer = await withQuestions((ask) => ask('Write them? [y/N] '));
  return /^y(?:es)?$/i.test(answer);
}

/** Returns the path of the copy; undefined = there was no file. */
async function writeSettings(file: string, settings: JsonRecord): Promise<string | undefined> {
  await mkdir(dirname(file), { recursive: true });
  const copy = await copyOf(file);
  await writePrivateJson(file, settings);
  return copy;
}

async function copyOf(file: string): Promise<string | undefined> {
  const copy = `${file}.${new Date().toISOString().replaceAll(/[:.]/g, '-')}.backup`;
  try {
    await copyFile(file, copy, constants.COPYFILE_EXCL);
    return copy;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Failure(`${file} could not be copied to ${copy}, so nothing was written.`);
  }
}
