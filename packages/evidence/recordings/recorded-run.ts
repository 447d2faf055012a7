/** A recorded conversation (`<provider>/<id>.json`) as the input of the checks. */
import { readRequest, readResponse, type ToolResult } from '@subtext/reasoning';
import type { Call, Finish, Run, Step } from '../src/index.ts';

export interface Recording {
  id: string;
  provider: string;
  model?: string;
  turns: { request: { url: string; body: unknown } | null; response: RecordedResponse }[];
  expected: { turns: ExpectedTurn[] };
}

interface RecordedResponse {
  encoding: string;
  body: unknown;
}

interface ExpectedTurn {
  tool_calls: ExpectedCall[];
  trailing_reasoning: string[];
  trailing_text: string;
  usage: { input_tokens: number | null; output_tokens: number | null; reasoning_tokens: number | null } | null;
  finish_reason: string | null;
}

interface ExpectedCall {
  tool_name: string;
  tool_call_id: string | null;
  arguments: unknown;
  reasoning: string[];
  preamble: string | null;
  server_tool: boolean;
}

const REDACTED = '[redacted thinking]';
const ANSWER = 'text_output';

const FINISHES: Record<string, Finish> = {
  ...{ stop: 'complete', STOP: 'complete', end_turn: 'complete', completed: 'complete', COMPLETE: 'complete' },
  ...{ tool_calls: 'complete', tool_use: 'complete', TOOL_CALL: 'complete', pause_turn: 'paused' },
  ...{ length: 'length', max_tokens: 'length', MAX_TOKENS: 'length', incomplete: 'length' },
  ...{ refusal: 'blocked', SAFETY: 'blocked', content_filter: 'blocked', error: 'failed' },
};

export function recordedRun({ turns, expected, model }: Recording): Run {
  const requests = turns.map(({ request }) => (request ? readRequest(request.body, request.url) : null));
  const steps = expected.turns.map((turn, index): Step => {
    const request = requests[index];
    return {
      ...answerOf(turn, requests[index + 1]?.toolResults ?? [], isSummarized(turns[index], model)),
      newUserMessage: request?.endsWithHumanMessage ?? null,
      effort: request?.reasoningEffort ?? null,
      budgetTokens: null,
      carried: null,
      retried: isSentAgain(turns, index),
      finish: FINISHES[turn.finish_reason ?? ''] ?? null,
      tokens: {
        input: turn.usage?.input_tokens ?? null,
        cacheRead: null,
        cacheWrite: null,
        output: turn.usage?.output_tokens ?? null,
        thinking: turn.usage?.reasoning_tokens ?? null,
      },
      dollars: null,
      rates: null,
    };
  });
  return {
    steps,
    tools: [...new Set(requests.flatMap((request) => (request?.toolDefinitions ?? []).flatMap(toolNames)))],
  };
}

function answerOf(
  turn: ExpectedTurn,
  results: readonly ToolResult[],
  isSummary: boolean,
): Pick<Step, 'thoughts' | 'hidden' | 'calls' | 'message'> {
  const actions = turn.tool_calls.filter(({ tool_name: name }) => name !== ANSWER);
  const answer = turn.tool_calls.find(({ tool_name: name }) => name === ANSWER);
  const blocks = [
    ...actions.map(({ reasoning }, callsBefore) => ({ reasoning, callsBefore })),
    { reasoning: [...(answer?.reasoning ?? []), ...turn.trailing_reasoning], callsBefore: actions.length },
  ];
  const texts = blocks.flatMap(({ reasoning, callsBefore }) => reasoning.map((text) => ({ text, callsBefore })));
  return {
    thoughts: texts.filter(({ text }) => text !== REDACTED).map((thought) => ({ ...thought, isSummary })),
    hidden: texts.some(({ text }) => text === REDACTED) ? ['redacted'] : [],
    calls: actions.map((call, index): Call => callOf(call, resultOf(call, index, results))),
    message: turn.trailing_text + String((answer?.arguments as { content?: unknown } | undefined)?.content ?? ''),
  };
}

/** The expected result does not say whether a text is a summary, but the reader of the response does. */
function isSummarized(turn: Recording['turns'][number] | undefined, requestModel?: string): boolean {
  if (!turn) return false;
  const { encoding, body } = turn.response;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const bytes = Buffer.from(text, encoding === 'aws-eventstream-base64' ? 'base64' : 'utf8');
  const read = readResponse({ body: [bytes], ...(requestModel !== undefined && { requestModel }) });
  const parts = read?.choices.flatMap((choice) => choice.parts) ?? [];
  return parts.some((part) => part.kind === 'reasoning' && part.format === 'summary');
}

/** Some providers give no ids: results then answer the calls in order. */
function resultOf({ tool_call_id: id }: ExpectedCall, index: number, results: readonly ToolResult[]): unknown {
  return (id === null ? results[index] : results.find(({ callId }) => callId === id))?.result;
}

function callOf({ tool_name: tool, arguments: args }: ExpectedCall, result: unknown): Call {
  return {
    tool,
    arguments: typeof args === 'string' ? args : JSON.stringify(args),
    result: result === undefined ? null : JSON.stringify(result),
    status: result === undefined ? 'no_result' : 'unknown',
    thinkingTokens: null,
    isEstimated: false,
  };
}

/** null: the requests were not recorded. */
function isSentAgain(turns: Recording['turns'], index: number): boolean | null {
  const [sent, next] = [turns[index], turns[index + 1]].map((turn) => turn?.request?.body);
  if (!sent) return null;
  return JSON.stringify(sent) === JSON.stringify(next);
}

/** Providers nest the names of tools differently; every `name` of a definition outside of its schema counts. */
function toolNames(definition: unknown): string[] {
  if (typeof definition !== 'object' || definition === null) return [];
  const {
    name,
    function: inner,
    functionDeclarations,
    function_declarations: snake,
    toolSpec,
  } = definition as Record<string, unknown>;
  const nested = [inner, toolSpec, ...[functionDeclarations, snake].flat()];
  return [...(typeof name === 'string' ? [name] : []), ...nested.flatMap(toolNames)];
}
