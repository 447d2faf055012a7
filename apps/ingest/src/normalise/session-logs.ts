/**
 * Tools that report their sessions only in log records (otel-genai §5.8, §5.9): which events are model calls and tools,
 * and how they belong together. Their conventions, claude-code.ts, codex.ts, gemini-cli.ts and qwen-code.ts, read the
 * token counts under the names of the events.
 */
import { attributeCount } from '@subtext/reasoning';
import { toJsonValue } from '../otlp/json-value.ts';
import type { Span } from '../otlp/wire.ts';
import { firstText, hasFailed, isRedacted } from '@subtext/conventions';

export interface SessionProduct {
  /** Prefix of its events. */
  prefix: string;
  /** Attribute with the id of the conversation. */
  session: string;
  title: string;
  /**
   * Attribute with the id of the turn, where records name theirs: records without a turn belong to the conversation
   * around it.
   */
  turn?: string;
  /** `idOf`: makes a span id from a text, the same for all records of the trace. */
  place(span: Span, idOf: (text: string) => Uint8Array): Placed;
}

interface Placed {
  span: Span;
  /** The span of the session that the record describes. */
  attachedTo?: Uint8Array;
  asked?: string | undefined;
}

export const SESSION_PRODUCTS: readonly SessionProduct[] = [
  { prefix: 'codex.', session: 'conversation.id', title: 'Codex', place: placeCodex },
  { prefix: 'claude_code.', session: 'session.id', title: 'Claude Code', turn: 'prompt.id', place: placeClaudeCode },
  {
    prefix: 'gemini_cli.',
    session: 'session.id',
    title: 'Gemini CLI',
    turn: 'prompt_id',
    place: (span) => placeGemini(span, 'error'),
  },
  {
    prefix: 'qwen-code.',
    session: 'session.id',
    title: 'Qwen Code',
    turn: 'prompt_id',
    place: (span) => placeGemini(span, 'error.message'),
  },
];

function placeCodex(span: Span): Placed {
  if (hasFailed(span)) return { span: failed(span, 'error.message') };
  const isTool = span.name === 'codex.tool_result';
  const asked = span.name === 'codex.user_prompt' ? textAttribute(span, 'prompt') : undefined;
  return { span: isTool || span.attributes.has('output_token_count') ? ended(span) : span, asked };
}

function placeClaudeCode(span: Span, idOf: (text: string) => Uint8Array): Placed {
  const request = textAttribute(span, 'request_id');
  switch (span.name) {
    case 'claude_code.api_request':
      return { span: ended(request === undefined ? span : { ...span, spanId: idOf(request) }) };
    case 'claude_code.tool_result':
      return { span: ended(span) };
    case 'claude_code.api_error':
      return { span: failed(span, 'error') };
    case 'claude_code.assistant_response': {
      const content = textAttribute(span, 'response');
      if (request === undefined || content === undefined) return { span };
      const fields = new Map([['content', content]]);
      const events = [{ timeUnixNano: span.startTimeUnixNano, name: 'gen_ai.choice', attributes: fields }];
      return { span: { ...span, events }, attachedTo: idOf(request) };
    }
    default:
      return { span, asked: span.name === 'claude_code.user_prompt' ? textAttribute(span, 'prompt') : undefined };
  }
}

/** Used for Gemini CLI and its descendant Qwen Code. `reason`: the attribute with the reason of a failed request. */
function placeGemini(span: Span, reason: string): Placed {
  switch (span.name.slice(span.name.indexOf('.') + 1)) {
    case 'api_response':
    case 'tool_call':
      return { span: ended(span) };
    case 'api_error':
      return { span: failed(span, reason) };
    case 'user_prompt':
      return { span, asked: textAttribute(span, 'prompt') };
    default:
      return { span };
  }
}

function textAttribute({ attributes }: Span, name: string): string | undefined {
  const text = firstText([attributes], [name]);
  return text === undefined || isRedacted(text) ? undefined : text;
}

const LONGEST_MS = 86_400_000;

/**
 * Reported at its end: it began `duration_ms` earlier, and failed if it says so. Without a duration, the length is
 * unknown.
 */
function ended(span: Span): Span {
  const milliseconds = attributeCount(toJsonValue(span.attributes.get('duration_ms')));
  const isFailure = String(span.attributes.get('success')) === 'false';
  return {
    ...span,
    ...(milliseconds === undefined ? { endTimeUnixNano: 0n, statusCode: 1 } : begun(span, milliseconds)),
    ...(isFailure && { statusCode: 2, statusMessage: textAttribute(span, 'error') ?? '' }),
  };
}

const failed = (span: Span, reason: string): Span => ({
  ...ended(span),
  statusCode: 2,
  statusMessage: textAttribute(span, reason) ?? '',
});

function begun({ endTimeUnixNano: end }: Span, milliseconds: number): Pick<Span, 'startTimeUnixNano'> {
  const nanos = BigInt(Math.round(Math.min(milliseconds, LONGEST_MS))) * 1_000_000n;
  return { startTimeUnixNano: end > nanos ? end - nanos : end };
}
