/**
 * Session, user, tags and the like: from the span's own attributes first, then from its resource where a process has
 * one value for all.
 */
import { GENERAL, GEN_AI, SUBTEXT } from '@subtext/reasoning';
import { jsonText } from '../json-text.ts';
import type { Attributes, AttributeValue, Span } from '../otlp/wire.ts';
import type { SpanContext } from './model.ts';

/** The last is used by Azure's agents. */
const SESSION = [GENERAL.sessionId, GEN_AI.conversationId, 'gen_ai.thread.id'];
/** The last two were sent to the provider. */
const USER = [GENERAL.userId, 'enduser.id', 'gen_ai.user', 'llm.user'];
const ENVIRONMENT = [GENERAL.environment, 'deployment.environment'];

export function contextOf(span: Span): SpanContext {
  const { attributes, resource } = span;
  const context: SpanContext = { tags: tagsOf(attributes), metadata: metadataUnder(attributes, SUBTEXT.metadata) };
  const anywhere = [attributes, resource.attributes];
  const found = {
    agentName: firstText([attributes], [GEN_AI.agentName]),
    sessionId: sessionIn(anywhere),
    userId: firstText(anywhere, USER),
    environment: firstText(anywhere, ENVIRONMENT),
    release: firstText(anywhere, [GENERAL.release]),
    service: serviceOf(resource.attributes),
  };
  return Object.assign(context, withoutUndefined(found));
}

/**
 * Microsoft's Agent Framework names a conversation after the response that it continues, so the name changes with every
 * turn.
 */
const RESPONSE_ID = /^resp_/;

function sessionIn(anywhere: readonly Attributes[]): string | undefined {
  const said = firstText(anywhere, SESSION);
  return said !== undefined && RESPONSE_ID.test(said) ? undefined : said;
}

/** The first of the names that holds text, looked up in one map after the other. */
export function firstText(maps: readonly Attributes[], names: readonly string[]): string | undefined {
  for (const map of maps) {
    for (const name of names) {
      const value = attributeText(map.get(name));
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

export function withoutUndefined<Fields extends object>(fields: Fields): Partial<Fields> {
  const said: Partial<Fields> = {};
  for (const name of Object.keys(fields) as (keyof Fields)[]) {
    if (fields[name] !== undefined) said[name] = fields[name];
  }
  return said;
}

function attributeText(value: AttributeValue | undefined): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** `unknown_service:node` is what SDKs write when the service has no name. */
function serviceOf(resource: Attributes): string | undefined {
  const name = attributeText(resource.get(GENERAL.serviceName));
  return name?.startsWith('unknown_service') ? undefined : name;
}

function tagsOf(attributes: Attributes): string[] {
  const tags = attributes.get(SUBTEXT.tags);
  return Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string' && tag !== '') : [];
}

/** The attributes under a prefix, keyed by the rest of their names. */
export function metadataUnder(attributes: Attributes, prefix: string): Map<string, string> {
  const metadata = new Map<string, string>();
  for (const [name, value] of attributes) {
    const text = name.startsWith(prefix) ? attributeText(value) : undefined;
    if (text !== undefined) metadata.set(name.slice(prefix.length), text);
  }
  return metadata;
}

/** An object that a sender wrote as JSON into one attribute; values other than text stay JSON. */
export function metadataFrom(value: unknown): Map<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map();
  return new Map(
    Object.entries(value).map(([key, entry]) => [key, typeof entry === 'string' ? entry : jsonText(entry)]),
  );
}
