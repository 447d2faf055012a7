// Spans of imported sessions: model calls and tool calls with the attributes that the SDK writes.
import {
  attributesOf,
  encodeCall,
  encodeMessages,
  encodeOutput,
  encodeUsage,
  GEN_AI,
  GENERAL,
  SUBTEXT,
  type AttributedCall,
  type AttributedResponse,
  type Attributes,
  type Message,
  type ModelResponse,
} from '@subtext/reasoning';

export interface ImportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** Unix milliseconds. */
  startedAt: number;
  endedAt: number;
  attributes: Attributes;
  hasFailed: boolean;
}

/** What all spans of one agent have. */
export interface SessionFacts {
  session: string;
  agent: string;
  provider: string;
  /** A key and a value each, such as the directory that the agent worked in. */
  metadata: Readonly<Record<string, string | undefined>>;
}

type SpanPosition = Pick<ImportedSpan, 'traceId' | 'spanId' | 'parentSpanId' | 'startedAt' | 'endedAt'>;

/** A transcript has no instructions and tool definitions, and not each message of the request. */
const UNREPORTED = [GEN_AI.systemInstructions, GEN_AI.toolDefinitions, GEN_AI.inputMessages];

interface ImportedAnswer {
  response: ModelResponse;
  attributed: AttributedResponse;
  messages: readonly Message[];
  effort: string | undefined;
}

export function generationSpan(place: SpanPosition, facts: SessionFacts, answer: ImportedAnswer): ImportedSpan {
  const { response, attributed, messages, effort } = answer;
  const { model, usage, finishReason } = response;
  const own = new Set(attributed.calls.map(({ id }) => id));
  const shared = attributed.calls.find(({ reasoningRef }) => reasoningRef !== null && !own.has(reasoningRef));
  return {
    ...place,
    name: model === undefined ? 'chat' : `chat ${model}`,
    hasFailed: false,
    attributes: {
      ...attributesOf({
        [GEN_AI.operationName]: 'chat',
        [GEN_AI.providerName]: facts.provider,
        [GEN_AI.requestModel]: model,
        [GEN_AI.responseModel]: model,
        [GEN_AI.responseId]: response.id,
        [GEN_AI.reasoningLevel]: effort,
        [GEN_AI.finishReasons]: finishReason === undefined ? undefined : [finishReason],
        [GEN_AI.inputMessages]: messages.length > 0 ? encodeMessages(messages) : undefined,
        [GEN_AI.outputMessages]: encodeOutput(response.choices[0]?.parts ?? [], finishReason),
        [SUBTEXT.api]: response.api,
        [SUBTEXT.unreported]: UNREPORTED,
        [SUBTEXT.thinkingState]: attributed.state,
        [SUBTEXT.reasoningRef]: shared?.reasoningRef ?? undefined,
      }),
      ...(usage && encodeUsage(usage)),
      ...contextOf(facts),
    },
  };
}

/** `call`: with its result, and how it ended. */
export function toolSpan(place: SpanPosition, facts: SessionFacts, call: AttributedCall): ImportedSpan {
  return {
    ...place,
    name: `execute_tool ${call.name}`,
    hasFailed: call.status === 'error',
    // The times are those of two messages, between which the tool ran.
    attributes: { ...encodeCall({ ...call, durationInferred: true }), ...contextOf(facts) },
  };
}

function contextOf({ session, agent, metadata }: SessionFacts): Attributes {
  const entries = Object.entries(metadata).map(([key, value]) => [SUBTEXT.metadata + key, value]);
  return attributesOf({
    [GENERAL.sessionId]: session,
    [GEN_AI.conversationId]: session,
    [GEN_AI.agentName]: agent,
    ...(Object.fromEntries(entries) as Record<string, string | undefined>),
  });
}
