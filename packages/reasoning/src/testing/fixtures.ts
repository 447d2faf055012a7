/**
 * The fixtures of this package, and the recordings when present: provider responses with their expected results
 * (fixtures/README.md).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attribute } from '../attribution/attribution.ts';
import type { AttributedResponse, Carry, LateResult } from '../parts/call.ts';
import { together, usageOfChoice } from '../attribution/choices.ts';
import type { ApiName, Continuation, ModelResponse } from '../parts/model-response.ts';
import { readResponse } from '../readers/index.ts';
import type { Body } from '../readers/sse.ts';
import type { ThinkingState } from '../parts/state.ts';
import type { ReasoningTokenSource, Usage } from '../usage/usage.ts';

export interface FixtureCall {
  tool_name: string;
  tool_call_id: string | null;
  arguments: unknown;
  reasoning: string[];
  preamble: string | null;
  reasoning_ref_index: number | null;
  item_type: string | null;
  state: ThinkingState;
  reasoning_tokens?: number;
  reasoning_tokens_source?: ReasoningTokenSource;
  incomplete?: boolean;
}

export interface FixtureTurn {
  tool_calls: FixtureCall[];
  trailing_reasoning: string[];
  trailing_text: string;
  usage: { raw: Record<string, unknown>; inclusive: Usage } | null;
  finish_reason: string | null;
  refusal?: string;
  incomplete?: boolean;
  continues?: Continuation;
  late_results?: LateResult[];
  /** The state of a response without calls. */
  state?: ThinkingState;
}

export interface FixtureResponse {
  content_type: string;
  encoding: 'json' | 'sse' | 'ndjson' | 'json-array' | 'aws-eventstream-base64';
  body: unknown;
}

export interface Fixture {
  id: string;
  provider: string;
  api: ApiName;
  model: string;
  tags: string[];
  turns: {
    streaming: boolean;
    request: { url: string; body: { model?: string } | null } | null;
    response: FixtureResponse;
  }[];
  expected: { turns: FixtureTurn[] };
}

export const FIXTURES: readonly Fixture[] = load(join(import.meta.dirname, '../../fixtures'));
/** Empty when the folder does not exist. */
export const RECORDINGS: readonly Fixture[] = load(
  process.env.SUBTEXT_RECORDINGS ?? join(import.meta.dirname, '../../../../../shared/recordings'),
);

function load(folder: string): Fixture[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Fixture);
}

/** The exact bytes; parsed JSON is serialized again. */
export function bytesOf({ encoding, body }: FixtureResponse): Uint8Array {
  if (encoding === 'aws-eventstream-base64') return Buffer.from(String(body), 'base64');
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

export function readTurn(fixture: Fixture, index: number, body?: Body): ModelResponse | null {
  const turn = fixture.turns[index];
  if (!turn) return null;
  const requestModel = turn.request?.body?.model;
  return readResponse({
    contentType: turn.response.content_type,
    body: body ?? bytesOf(turn.response),
    ...(requestModel !== undefined && { requestModel }),
  });
}

/** All choices as one, with the carry of the previous response. */
export function attributed(model: ModelResponse | null, carried?: Carry): AttributedResponse {
  const { choices = [], usage, continues } = model ?? {};
  const ownUsage = usageOfChoice(usage, choices.length);
  const options = {
    ...(ownUsage && { usage: ownUsage }),
    ...(continues && { continues }),
    ...(carried && { carried }),
  };
  const each = choices.length > 0 ? choices.map(({ parts }) => parts) : [[]];
  return together(
    each.map((parts) => attribute(parts, options)),
    usage,
  );
}
