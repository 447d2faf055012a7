/**
 * Gemini's Interactions API, whole or streamed: body to response (providers.md §5.2). Steps are read by
 * gemini-interactions-steps.ts.
 */
import type { ModelResponse } from '../../parts/model-response.ts';
import { usageOfInteractions } from '../../usage/normalise-usage.ts';
import { stepsToParts, wholeStep, type Step } from './gemini-interactions-steps.ts';
import {
  interactionsConversation,
  interactionsSettings,
  isInteractionsRequest,
} from './gemini-interactions-request.ts';
import { withCutThought } from '../cut-thought.ts';
import { thoughtFormat, withImpliedThinking } from './gemini-parts.ts';
import { filled, isRecord, list, record, records, text, type JsonRecord } from '../../json/json.ts';
import { wireError, type WireError } from '../wire-error.ts';
import type { ReadOptions, WireFormat } from '../wire-format.ts';
import { INTERACTIONS_PATH } from '../model-paths.ts';

export const GEMINI_INTERACTIONS: WireFormat = {
  api: 'gemini.interactions',
  path: INTERACTIONS_PATH,
  isBody: (body) => body.object === 'interaction' || (hasSteps(body) && filled(body.status) !== undefined),
  isEvent: (event) => EVENT.test(typeOf(event)),
  readBody,
  readEvents,
  isRequest: isInteractionsRequest,
  conversation: interactionsConversation,
  settings: interactionsSettings,
};

/**
 * Until May 2026 steps were `outputs`, their events `content.…`, and the stream's first and last events
 * `interaction.start` and `….complete`.
 */
const EVENT = /^(?:interaction\.(?:created|start|status_update|completed?)|(?:step|content)\.(?:start|delta|stop))$/;

/** The event's name, from the data or else from the line before it. */
function typeOf(event: JsonRecord): string {
  return text(event.event_type) ?? text(event.type) ?? '';
}

function stepsOf(body: JsonRecord): unknown[] | undefined {
  const steps = body.steps ?? body.outputs;
  return Array.isArray(steps) ? steps : undefined;
}

/** A finished batch of another host also has `outputs` and a status, but no types. */
function hasSteps(body: JsonRecord): boolean {
  return stepsOf(body)?.every((step) => filled(record(step).type) !== undefined) === true;
}

interface Interaction {
  envelope: JsonRecord;
  steps: Step[];
  status?: string;
  token?: string;
  usage?: unknown;
  error?: WireError;
  /** The body reached its proper end. */
  ended: boolean;
}

function readBody(body: JsonRecord, options: ReadOptions): ModelResponse {
  const steps = records(stepsOf(body)).map(wholeStep);
  const interaction: Interaction = { envelope: body, steps, usage: body.usage, ended: true };
  takeStatus(interaction, body);
  const failure = list(body.errors).find(isRecord) ?? steps.map(({ content }) => content.error).find(isRecord);
  if (failure) interaction.error = errorOf(failure);
  return toResponse(interaction, options);
}

function readEvents(events: readonly JsonRecord[], options: ReadOptions): ModelResponse {
  const interaction: Interaction = { envelope: {}, steps: [], ended: false };
  const byIndex = new Map<number, Step>();
  let soFar: unknown;
  for (const event of events) {
    if (/^(?:step|content)\./.test(typeOf(event))) takeStepEvent(byIndex, event);
    else takeEvent(interaction, event);
    soFar = event.usage ?? record(event.metadata).total_usage ?? soFar;
  }
  interaction.usage ??= soFar;
  const inOrder = [...byIndex.entries()].sort(([left], [right]) => left - right);
  if (inOrder.length > 0) interaction.steps = inOrder.map(([, step]) => step);
  return toResponse(interaction, options);
}

function takeEvent(interaction: Interaction, event: JsonRecord): void {
  const type = typeOf(event);
  if (type === 'error') {
    interaction.error = errorOf(event.error);
    return;
  }
  const fields = isRecord(event.interaction) ? event.interaction : event;
  takeStatus(interaction, fields);
  if (isRecord(event.interaction)) {
    interaction.envelope = { ...interaction.envelope, ...fields };
    if (isRecord(fields.usage)) interaction.usage = fields.usage;
    // Documented as having no steps; where a host sends them without deltas, they are the answer.
    interaction.steps = records(stepsOf(fields)).map(wholeStep);
  } else interaction.envelope.id ??= event.interaction_id;
  if (type === 'interaction.completed' || type === 'interaction.complete') interaction.ended = true;
}

function takeStatus(interaction: Interaction, fields: JsonRecord): void {
  const status = filled(fields.status);
  if (status !== undefined) interaction.status = status;
  const token = filled(fields.continuation_token);
  if (token !== undefined) interaction.token = token;
}

/** The code is a word here (`rate_limit_exceeded`). */
function errorOf(error: unknown): WireError {
  return wireError(error, ['code', 'status']);
}

function takeStepEvent(byIndex: Map<number, Step>, event: JsonRecord): void {
  const index = typeof event.index === 'number' ? event.index : byIndex.size - 1;
  const type = typeOf(event);
  if (type.endsWith('.start')) {
    const content = record(event.step ?? event.content);
    byIndex.set(index, { ...wholeStep({ ...content }), closed: false });
    return;
  }
  const delta = record(event.delta);
  const step = byIndex.get(index) ?? { ...wholeStep({ type: stepTypeOf(delta) }), closed: false };
  byIndex.set(index, step);
  if (type.endsWith('.stop')) step.closed = true;
  else takeDelta(step, delta);
}

/** For a stream whose beginning was lost. */
function stepTypeOf(delta: JsonRecord): string {
  const type = text(delta.type) ?? '';
  if (type === 'arguments_delta') return 'function_call';
  return type.startsWith('thought') ? 'thought' : type;
}

function takeDelta(step: Step, delta: JsonRecord): void {
  switch (delta.type) {
    case 'thought_summary':
      step.streamedText += text(record(delta.content).text) ?? '';
      return;
    case 'thought_signature':
      step.content.signature = (text(step.content.signature) ?? '') + (text(delta.signature) ?? '');
      return;
    case 'text':
      step.streamedText += text(delta.text) ?? '';
      return;
    case 'arguments_delta':
      step.argumentText += text(delta.arguments) ?? '';
      return;
    default:
      // Calls and results of the provider's own tools come as fields of their step; media as blocks of the surrounding
      // text.
      if (delta.type === step.content.type) mergeFields(step.content, delta);
      else if (text(delta.type)?.startsWith('text_annotation') === false) {
        step.content.content = [...list(step.content.content), { type: delta.type }];
      }
  }
}

/** Results may come in pieces; blank fields mean nothing. */
function mergeFields(content: JsonRecord, delta: JsonRecord): void {
  for (const [name, value] of Object.entries(delta)) {
    const existing = content[name];
    const grows = name === 'result' && existing !== undefined;
    if (grows && typeof existing === 'string' && typeof value === 'string') content[name] = existing + value;
    else if (grows && Array.isArray(existing) && Array.isArray(value))
      content[name] = [...(existing as unknown[]), ...(value as unknown[])];
    else if (value !== '' && value !== null)
      Object.defineProperty(content, name, { value, enumerable: true, writable: true, configurable: true });
  }
}

const CUT_SHORT = new Set(['incomplete', 'budget_exceeded', 'cancelled', 'failed']);
const IN_PROGRESS = new Set(['in_progress', 'queued']);

function toResponse(interaction: Interaction, options: ReadOptions): ModelResponse {
  const { envelope, status = '', token, error, ended } = interaction;
  const id = filled(envelope.id);
  const model = filled(envelope.model) ?? filled(envelope.agent);
  const incomplete = options.incomplete === true || error !== undefined || !ended || CUT_SHORT.has(status);
  const seed = id ?? globalThis.crypto.randomUUID();
  let calls = 0;
  const newId = () => `call_${seed}_${calls++}`;
  const format = thoughtFormat(model ?? options.requestModel);
  // The caller's own steps are among those of a stored interaction.
  const own = interaction.steps.filter(
    ({ content }) => content.type !== 'user_input' && content.type !== 'function_result',
  );
  const read = withImpliedThinking(stepsToParts(own, { format, cut: incomplete, newId }));
  const parts = withCutThought(read, { broken: false, limit: CUT_SHORT.has(status) });
  const zeroIsUnknown = parts.some((part) => part.kind === 'reasoning');
  const usage = usageOfInteractions(interaction.usage, { zeroIsUnknown });
  return {
    api: 'gemini.interactions',
    choices: [{ index: 0, parts }],
    incomplete,
    ...(id !== undefined && { id }),
    ...(model !== undefined && { model }),
    ...(usage && { usage }),
    ...(ended && status !== '' && { finishReason: status }),
    ...(ended && IN_PROGRESS.has(status) && { continues: 'again' }),
    ...(status === 'requires_continuation' && token !== undefined && { continues: 'output', continuationToken: token }),
    ...(error && { error }),
  };
}
