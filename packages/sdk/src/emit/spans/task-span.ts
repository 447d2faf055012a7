/** Spans of model calls that do not think: embeddings, images, speech, transcriptions, moderations, rerankings. */
import { SpanKind, type Attributes, type SpanContext } from '@opentelemetry/api';
import {
  encodeMessages,
  encodeTask,
  encodeUsage,
  GEN_AI,
  GENERAL,
  SUBTEXT,
  taskMessages,
  TASK_OPERATIONS,
  TASK_OUTPUT_TYPES,
  type Message,
  type TaskOutput,
} from '@subtext/reasoning';
import type { TaskCall } from '../../exchange/task-call.ts';
import { hrTime, now } from '../../platform/clock.ts';
import {
  FIELDS,
  redactAttributes,
  redactError,
  redactErrorType,
  redactorFor,
  redactTexts,
} from '../../privacy/content.ts';
import { redactMessages } from '../../privacy/redact-messages.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { redactContext } from './context-attributes.ts';
import { describeAttempt, redactId, redactName, serverAddress } from './generation-span.ts';
import { providerName } from './provider-name.ts';
import { defined, failed, spanNameFor } from './span-parts.ts';
import { truncateAttributes } from './truncate.ts';
import type { RecordSpan } from './whole-span.ts';

export function emitTask(record: RecordSpan, call: TaskCall, parent: SpanContext | undefined): SpanContext {
  const { exchange, failure, target } = call;
  const redactor = redactorFor(exchange.settings);
  const message = failure?.message === undefined ? undefined : redactError(redactor, failure.message);
  const model = redactName(redactor, modelOf(call), FIELDS.model);
  return record({
    name: spanNameFor(TASK_OPERATIONS[target.task], model),
    kind: SpanKind.CLIENT,
    startTime: hrTime(exchange.earlier[0]?.startedAt ?? exchange.startedAt),
    endTime: hrTime(exchange.endedAt ?? now()),
    events: exchange.earlier.map((attempt) => describeAttempt(attempt, redactor)),
    base: exchange.context,
    attributes: truncateAttributes(redactAttributes(redactor, taskAttributes(redactor, call))),
    status: failure && failed(message ?? redactErrorType(redactor, failure.type)),
    parent,
  });
}

const modelOf = ({ request, answer }: TaskCall): string | undefined => request?.model ?? answer?.model;

function taskAttributes(redactor: Redactor, call: TaskCall): Attributes {
  const { exchange, target, answer } = call;
  return {
    ...defined({ ...names(redactor, call), ...contents(redactor, call), ...outcome(redactor, call) }),
    ...encodeTask(target.task, answer ? redactOutput(redactor, answer.output) : undefined, answer?.units ?? {}),
    ...(answer?.usage && encodeUsage(answer.usage)),
    ...redactContext(exchange.settings.run, redactor),
  };
}

function names(redactor: Redactor, call: TaskCall): Record<string, Attributes[string]> {
  const { exchange, target, request, answer, streamed } = call;
  const server = serverAddress(exchange.url);
  const model = modelOf(call);
  return {
    [GEN_AI.operationName]: TASK_OPERATIONS[target.task],
    [GEN_AI.outputType]: TASK_OUTPUT_TYPES[target.task],
    [GEN_AI.providerName]: providerName(server?.hostname ?? '', target.vendor, model),
    [GEN_AI.requestModel]: redactName(redactor, model, FIELDS.model),
    [GEN_AI.responseModel]: redactName(redactor, answer?.model, FIELDS.model),
    [GEN_AI.responseId]: redactId(redactor, answer?.id),
    [GEN_AI.requestStream]: streamed || request?.stream ? true : undefined,
    [GEN_AI.dimensionCount]: answer?.output.dimensions,
    [SUBTEXT.api]: `${target.vendor}.${target.operation}`,
    [SUBTEXT.thinkingState]: 'none',
    [GENERAL.serverAddress]: redactName(redactor, server?.hostname, FIELDS.server),
    [GENERAL.serverPort]: server?.port,
  };
}

function contents(redactor: Redactor, { request, answer }: TaskCall): Record<string, Attributes[string]> {
  const input = redactMessages(redactor, request ? taskMessages(request) : [], GEN_AI.inputMessages);
  const text = answer?.text ?? '';
  const said: Message = { role: 'assistant', parts: [{ kind: 'text', key: '0', text }] };
  const output = text === '' ? [] : redactMessages(redactor, [said], GEN_AI.outputMessages);
  return {
    [GEN_AI.inputMessages]: input.length > 0 ? encodeMessages(input) : undefined,
    [GEN_AI.outputMessages]: output.length > 0 ? encodeMessages(output) : undefined,
  };
}

function outcome(redactor: Redactor, call: TaskCall): Record<string, Attributes[string]> {
  const { exchange, streamed, incompleteReason, failure } = call;
  const { firstChunkAt, startedAt, attempt } = exchange;
  const hasFirst = streamed && firstChunkAt !== undefined;
  return {
    [GEN_AI.timeToFirstChunk]: hasFirst ? (firstChunkAt - startedAt) / 1000 : undefined,
    [SUBTEXT.incomplete]: incompleteReason ? true : undefined,
    [SUBTEXT.incompleteReason]: incompleteReason,
    [SUBTEXT.attempts]: attempt ? attempt + 1 : undefined,
    [GENERAL.errorType]: failure && redactErrorType(redactor, failure.type),
  };
}

/** The categories in which a text was flagged say something about it. */
function redactOutput(redactor: Redactor, output: TaskOutput): TaskOutput {
  const { categories, ...rest } = output;
  if (!categories || redactor.isOpen) return output;
  const field = { kind: 'text', where: 'categories', attribute: SUBTEXT.taskOutput } as const;
  const redacted = redactTexts(redactor, categories, field);
  return { ...rest, ...(redacted.length > 0 && { categories: redacted }) };
}
