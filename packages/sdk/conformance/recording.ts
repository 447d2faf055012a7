/**
 * The recordings and fixtures on disk: one case per file, `<provider>/<id>.json`, with what was sent and what is
 * expected.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Recording {
  id: string;
  provider: string;
  api: string;
  model: string;
  streaming: boolean | 'some';
  tags: string[];
  /** A note that the case is written by hand; recordings have none. */
  note?: string;
  turns: Turn[];
  expected: { turns: ExpectedTurn[] };
}

export interface Turn {
  streaming?: boolean;
  request: { method: string; url: string; body: Record<string, unknown> | null } | null;
  response: { status: number; content_type: string | null; encoding: string; body: unknown };
}

export interface ExpectedTurn {
  tool_calls: ExpectedCall[];
  trailing_reasoning: string[];
  trailing_text: string;
  usage: ExpectedUsage | null;
  refusal?: string;
}

export interface ExpectedCall {
  tool_name: string;
  tool_call_id: string | null;
  arguments: unknown;
  reasoning: string[];
  preamble: string | null;
  reasoning_ref: string | null;
  reasoning_ref_index: number | null;
  item_type: string | null;
  /** Only fixtures have the following fields. */
  state?: string;
  reasoning_tokens?: number;
  reasoning_tokens_source?: string;
}

/** The provider's own numbers, without arithmetic. */
export interface ExpectedUsage {
  input_tokens: number | null;
  output_tokens: number | null;
  reasoning_tokens: number | null;
  raw: Record<string, unknown>;
  /** The expected sums; recordings leave them to compare.ts. */
  inclusive?: Record<string, unknown>;
}

/** Loads all cases, ordered by path. Throws an error that says what to do when the folder is missing or empty. */
export function loadRecordings(folder: string): Recording[] {
  if (!existsSync(folder)) {
    throw new Error(
      `There is no folder ${folder}. Name the one with the recordings: npm run conformance -- --recordings DIR`,
    );
  }
  const providers = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = providers.flatMap(({ name }) =>
    readdirSync(join(folder, name)).map((file) => join(folder, name, file)),
  );
  const recordings = files
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map(load);
  if (recordings.length === 0) throw new Error(`${folder} holds no recordings: expected <provider>/<id>.json.`);
  return recordings;
}

function load(file: string): Recording {
  const recording = JSON.parse(readFileSync(file, 'utf8')) as Partial<Recording>;
  if (!recording.id || !Array.isArray(recording.turns) || !Array.isArray(recording.expected?.turns)) {
    throw new Error(`${file} is not a recording: it needs id, turns and expected.turns.`);
  }
  return { tags: [], provider: '', api: '', model: '', streaming: false, ...recording } as Recording;
}

/** The exact bytes that the provider sent; parsed JSON is serialized again. */
export function bytesOf(turn: Turn): Uint8Array {
  const { encoding, body } = turn.response;
  if (encoding === 'aws-eventstream-base64') return Buffer.from(String(body), 'base64');
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

export function isStreamed(recording: Recording, turn: Turn): boolean {
  return turn.streaming ?? recording.streaming === true;
}
