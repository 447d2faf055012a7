/**
 * Session, user, tags and the like: from the span's own attributes first, then from its resource where a process has
 * one value for all.
 */
import { firstText, metadataUnder, scalarText, withoutUndefined, type SpanContext } from '@subtext/conventions';
import { GENERAL, GEN_AI, SUBTEXT } from '@subtext/reasoning';
import type { Attributes, Span } from '../otlp/wire.ts';

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

/** `unknown_service:node` is what SDKs write when the service has no name. */
function serviceOf(resource: Attributes): string | undefined {
  const name = scalarText(resource.get(GENERAL.serviceName));
  return name?.startsWith('unknown_service') ? undefined : name;
}

function tagsOf(attributes: Attributes): string[] {
  const tags = attributes.get(SUBTEXT.tags);
  return Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string' && tag !== '') : [];
}
