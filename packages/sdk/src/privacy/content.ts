/**
 * Redacts all contents of a span except messages (redact-messages.ts): every text of a call and every name passes the
 * redactor of its span here.
 */
import type { Attributes } from '@opentelemetry/api';
import { EVALUATION, GEN_AI, GENERAL, SUBTEXT, type AttributedCall } from '@subtext/reasoning';
import { definitionsJson, withoutCredentials, withoutUrlSecrets } from './credentials.ts';
import type { PrivacySettings } from './capture.ts';
import { Redactor, type ContentField } from './redactor.ts';
import { toJson, parseJson } from '../platform/json.ts';

/** The fields of single contents. Contents inside messages carry the name of the messages' attribute. */
export const FIELDS = {
  reasoning: { kind: 'reasoning', where: 'reasoning', attribute: SUBTEXT.reasoning },
  signature: { kind: 'reasoning', where: 'signature', attribute: GEN_AI.outputMessages },
  preamble: { kind: 'text', where: 'preamble', attribute: SUBTEXT.preamble },
  arguments: { kind: 'arguments', where: 'arguments', attribute: GEN_AI.toolArguments },
  result: { kind: 'results', where: 'result', attribute: GEN_AI.toolResult },
  system: { kind: 'text', where: 'system', attribute: GEN_AI.systemInstructions },
  toolDefinitions: { kind: 'text', where: 'tool_definitions', attribute: GEN_AI.toolDefinitions },
  error: { kind: 'any', where: 'error', attribute: 'error' },
  errorType: { kind: null, where: 'error', attribute: GENERAL.errorType },
  model: { kind: null, where: 'model', attribute: GEN_AI.requestModel },
  toolName: { kind: null, where: 'tool_name', attribute: GEN_AI.toolName },
  agentName: { kind: null, where: 'agent_name', attribute: GEN_AI.agentName },
  type: { kind: null, where: 'type', attribute: SUBTEXT.toolItemType },
  score: { kind: null, where: 'score', attribute: EVALUATION.name },
  comment: { kind: 'any', where: 'comment', attribute: EVALUATION.explanation },
  server: { kind: null, where: 'server', attribute: GENERAL.serverAddress },
} as const satisfies Record<string, ContentField>;

/**
 * The strictest of all settings wins: a call that one client requested and another one answered follows both policies.
 */
export function redactorFor(...settings: PrivacySettings[]): Redactor {
  return new Redactor(settings);
}

/** Long enough for an error message; a server may answer with a whole page. */
const MAX_ERROR_LENGTH = 1_000;

export function redactError(redactor: Redactor, message: string): string | undefined {
  return redactor.text(
    cutWhole(withoutUrlSecrets(message.slice(0, 2 * MAX_ERROR_LENGTH)), MAX_ERROR_LENGTH),
    FIELDS.error,
  );
}

/**
 * A provider's error code, or the name of an error class. Any other text could be content and follows the policy for
 * messages.
 */
export function redactErrorType(redactor: Redactor, type: string): string {
  const isWord = /^(?:\d{3}|[a-z]+(?:_[a-z]+)*|(?:[A-Z][A-Za-z]*)+)$/.test(type) && type.length <= 64;
  return redactor.text(type, isWord ? FIELDS.errorType : FIELDS.error) ?? 'error';
}

export function redactCall(redactor: Redactor, call: AttributedCall): AttributedCall {
  const { preamble, namespace, parentId } = call;
  const redactedNamespace = redactor.text(namespace ?? '', FIELDS.toolName);
  return {
    ...call,
    id: redactor.id(call.id),
    name: redactor.text(call.name, FIELDS.toolName) ?? '',
    itemType: redactor.text(call.itemType, FIELDS.type) ?? '',
    ...(namespace !== undefined && { namespace: redactedNamespace ?? '' }),
    ...(parentId !== undefined && { parentId: redactor.id(parentId) }),
    reasoningRef: call.reasoningRef === null ? null : redactor.id(call.reasoningRef),
    arguments: redactJson(redactor, call.arguments, FIELDS.arguments),
    result: redactJson(redactor, call.result, FIELDS.result),
    reasoning: call.reasoning.flatMap((thought) => redactor.text(thought, FIELDS.reasoning) ?? []),
    preamble: preamble === null ? null : (redactor.text(preamble, FIELDS.preamble) ?? null),
  };
}

export function redactTexts(redactor: Redactor, texts: readonly string[], field: ContentField): string[] {
  return texts.flatMap((text) => redactor.text(text, field) ?? []);
}

/**
 * Masks get JSON text, so that numbers and keys do not bypass them. The result is parsed as JSON where possible, else
 * kept as text. undefined: withheld.
 */
export function redactJson(redactor: Redactor, value: unknown, field: ContentField): unknown {
  if (value === undefined || redactor.isOpen) return value;
  const json = toJson(value);
  if (json === undefined) return undefined;
  const redacted =
    redactor.hasMask && redactor.level(field.kind) === 'full'
      ? maskJson(redactor, json, field)
      : redactor.text(json, field);
  if (redacted === undefined || redacted === json) return redacted === undefined ? undefined : value;
  const parsed = parseJson(redacted);
  return parsed === undefined ? redacted : parsed;
}

/** Redacts a value and returns it as JSON text for an attribute. */
export function redactToJson(redactor: Redactor, value: unknown, field: ContentField): string | undefined {
  const redacted = redactJson(redactor, value, field);
  return redacted === undefined ? undefined : toJson(redacted);
}

/** Redacts JSON text. */
export function redactJsonText(redactor: Redactor, json: string | undefined, field: ContentField): string | undefined {
  return json === undefined || redactor.isOpen ? json : redactToJson(redactor, parseJson(json), field);
}

export function redactDefinitions(redactor: Redactor, tools: readonly unknown[]): string | undefined {
  return tools.length === 0 ? undefined : redactJsonText(redactor, definitionsJson(tools), FIELDS.toolDefinitions);
}

/** A mask cannot recognize texts that JSON escapes (quotes, line ends), so those texts are masked unescaped first. */
function maskJson(redactor: Redactor, json: string, field: ContentField): string | undefined {
  try {
    const mask = (text: string) => (isEscaped(text) ? (redactor.text(text, field) ?? '') : text);
    const masked = json.includes('\\') ? JSON.stringify(mapStrings(parseJson(json), mask)) : json;
    return redactor.text(masked, field);
  } catch {
    redactor.withheld.add(field.attribute);
    return undefined; // nested too deeply
  }
}

function isEscaped(text: string): boolean {
  return JSON.stringify(text).length !== text.length + 2;
}

/** Maps all strings: keys and values. */
function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [map(key), mapStrings(item, map)]));
}

/**
 * The last step for a span's attributes: removes credentials (in place where possible) and names the withheld
 * attributes.
 */
export function redactAttributes(redactor: Redactor, attributes: Attributes): Attributes {
  let isNamed = false;
  for (const name in attributes) {
    const value = attributes[name];
    const clean = cleanValue(value);
    if (clean !== value) attributes[name] = clean;
    // Metadata keys are the only attribute names that the application chooses.
    isNamed ||= name.startsWith(SUBTEXT.metadata) && withoutCredentials(name) !== name;
  }
  const clean = isNamed ? withCleanNames(attributes) : attributes;
  if (redactor.withheld.size > 0) clean[SUBTEXT.withheld] = [...redactor.withheld];
  return clean;
}

function withCleanNames(attributes: Attributes): Attributes {
  const entries = Object.entries(attributes);
  return Object.fromEntries(
    entries.map(([name, value]) => [name.startsWith(SUBTEXT.metadata) ? withoutCredentials(name) : name, value]),
  );
}

function cleanValue(value: Attributes[string]): Attributes[string] {
  if (typeof value === 'string') return withoutCredentials(value);
  if (!Array.isArray(value)) return value;
  return value.map((item) => (typeof item === 'string' ? withoutCredentials(item) : item)) as Attributes[string];
}

/** Cuts the text to at most `length` UTF-16 units, and never inside a surrogate pair. */
export function cutWhole(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, (text.charCodeAt(length - 1) & 0xfc00) === 0xd800 ? length - 1 : length);
}
