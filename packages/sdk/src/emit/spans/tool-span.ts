/** Spans of tool calls: those observed from outside, and those of functions that run in this process. */
import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import type { Span, SpanContext, Tracer } from '@opentelemetry/api';
import { encodeCall, GEN_AI, statusOfResult, SUBTEXT, type AttributedCall, type CallStatus } from '@subtext/reasoning';
import { hrTime } from '../../platform/clock.ts';
import {
  FIELDS,
  redactAttributes,
  redactCall,
  redactJsonText,
  redactorFor,
  redactToJson,
} from '../../privacy/content.ts';
import { redactContext } from './context-attributes.ts';
import type { Settings } from '../../exchange/exchange.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { defined, failed, spanNameFor } from './span-parts.ts';
import { truncateAttributes } from './truncate.ts';
import { contextUnder, type RecordSpan, type WholeSpan } from './whole-span.ts';

/** A tool call that was observed from outside. */
export interface ObservedCall {
  call: AttributedCall;
  /** The parent of the tool's span. */
  parentSpan: SpanContext;
  /** The settings of the client whose model requested it. */
  settings: Settings;
  /** When the model had requested it, in Unix milliseconds. */
  requestedAt: number;
}

export interface ToolOutcome {
  /** Unix milliseconds. */
  endedAt: number;
  /** undefined when no result was observed, or the provider ran the tool and did not send its result. */
  result?: unknown;
  status: CallStatus;
  /** When the tool started, where it was announced; then the times are exact. Unix milliseconds. */
  startedAt?: number;
  /** The settings of the client that sent the result. */
  settings?: Settings;
}

/**
 * A tool call observed from outside: from the end of the generation that requested it to the start of the request with
 * its result, unless its run was announced. These times contain all calls of the response, and any wait for approval.
 * Without a result the span has no length, because the end is not known. Returns its context for child spans.
 */
export function emitToolCall(record: RecordSpan, observed: ObservedCall, outcome: ToolOutcome): SpanContext {
  const { result, status } = outcome;
  const call: AttributedCall =
    status === 'no_result'
      ? { ...observed.call, status }
      : { ...observed.call, result, status, ...(outcome.startedAt === undefined && { durationInferred: true }) };
  const { settings, parentSpan: parent, requestedAt } = observed;
  const startedAt = outcome.startedAt ?? requestedAt;
  const redactor = outcome.settings ? redactorFor(settings, outcome.settings) : redactorFor(settings);
  return record({
    ...describeCall({ call, redactor, settings, startedAt }),
    endTime: hrTime(Math.max(outcome.endedAt, startedAt)),
    events: [],
    status: status === 'error' ? failed('tool_error') : undefined,
    parent,
    base: ROOT_CONTEXT,
  });
}

export interface ToolStart {
  name: string;
  /** The function's arguments as JSON text. */
  argumentsJson: string | undefined;
  /** Unix milliseconds. */
  startedAt: number;
  /** The call that the model requested, when one was found, or the call with manually reported thoughts. */
  call: AttributedCall | undefined;
  /** The active span; without one, the parent span of the conversation that the call belongs to. */
  parent: SpanContext | undefined;
  settings: Settings;
}

export interface StartedTool {
  span: Span;
  redactor: Redactor;
}

/** Starts the span of a tool that runs in this process. */
export function startToolSpan(tracer: Tracer, tool: ToolStart): StartedTool {
  const { name, call, parent, settings, startedAt } = tool;
  const redactor = redactorFor(settings);
  if (call) {
    const { name: spanName, ...options } = describeCall({ call, redactor, settings, startedAt });
    return { span: tracer.startSpan(spanName, options, contextUnder(parent)), redactor };
  }
  const redactedName = redactor.text(name, FIELDS.toolName);
  const attributes = defined({
    [GEN_AI.operationName]: 'execute_tool',
    [GEN_AI.toolName]: redactedName,
    [GEN_AI.toolType]: 'function',
    [GEN_AI.toolArguments]: redactJsonText(redactor, tool.argumentsJson, FIELDS.arguments),
    ...redactContext(settings.run, redactor),
  });
  const options = {
    kind: SpanKind.INTERNAL,
    startTime: hrTime(startedAt),
    attributes: truncateAttributes(redactAttributes(redactor, attributes)),
  };
  return { span: tracer.startSpan(spanNameFor('execute_tool', redactedName), options, contextUnder(parent)), redactor };
}

/** A function that returned may still have returned an error: its text is read before anything is withheld. */
export function recordToolResult({ span, redactor }: StartedTool, result: unknown): void {
  const status = statusOfResult({ result });
  const attributes = defined({
    [GEN_AI.toolResult]: redactToJson(redactor, result, FIELDS.result),
    [SUBTEXT.toolStatus]: status === 'probable_error' ? status : undefined,
  });
  span.setAttributes(truncateAttributes(redactAttributes(redactor, attributes)));
}

interface CallContent {
  call: AttributedCall;
  redactor: Redactor;
  settings: Settings;
  startedAt: number;
}

function describeCall(content: CallContent): Pick<WholeSpan, 'name' | 'kind' | 'startTime' | 'attributes'> {
  const { call, redactor, settings, startedAt } = content;
  const redactedCall = redactCall(redactor, call);
  const attributes = { ...encodeCall(redactedCall), ...redactContext(settings.run, redactor) };
  return {
    name: spanNameFor('execute_tool', redactedCall.name),
    kind: SpanKind.INTERNAL,
    startTime: hrTime(startedAt),
    attributes: truncateAttributes(redactAttributes(redactor, attributes)),
  };
}
