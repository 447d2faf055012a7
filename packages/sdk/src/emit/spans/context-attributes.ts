/** The run context as span attributes. Users write its texts, so they pass the mask as well. */
import type { Attributes } from '@opentelemetry/api';
import { GEN_AI, GENERAL, SUBTEXT } from '@subtext/reasoning';
import { FIELDS } from '../../privacy/content.ts';
import type { RunContext } from '../../exchange/context.ts';
import type { Redactor } from '../../privacy/redactor.ts';

const MAX_TAGS = 50;
const MAX_METADATA = 50;

export function redactContext(run: RunContext, redactor: Redactor): Attributes {
  if (!redactor.hasMask) return contextAttributes(run);
  const redact = (value: unknown, where: string, attribute = where) =>
    typeof value === 'string' ? redactor.text(value, { kind: null, where, attribute }) : undefined;
  const metadata = Object.entries(run.metadata ?? {}).flatMap(([name, value]) => {
    const key = redact(name, 'metadata');
    const redacted = redact(value, `metadata.${name}`, 'metadata');
    return key === undefined || redacted === undefined ? [] : [[key, redacted] as const];
  });
  return contextAttributes({
    session: redact(run.session, 'session'),
    user: redact(run.user, 'user'),
    tags: run.tags?.flatMap((tag) => redact(tag, 'tag') ?? []),
    metadata: Object.fromEntries(metadata),
    environment: redact(run.environment, 'environment'),
    release: redact(run.release, 'release'),
    agent: typeof run.agent === 'string' ? redactor.text(run.agent, FIELDS.agentName) : undefined,
  } as RunContext);
}

/** One convention calls a session a conversation, so both attributes are set. */
function contextAttributes(context: RunContext): Attributes {
  const attributes: Attributes = {};
  const put = (key: string, value: unknown) => {
    if (typeof value === 'string' && value !== '') attributes[key] = value;
  };
  put(GENERAL.sessionId, context.session);
  put(GEN_AI.conversationId, context.session);
  put(GENERAL.userId, context.user);
  put(GENERAL.environment, context.environment);
  put(GENERAL.release, context.release);
  put(GEN_AI.agentName, context.agent);
  const tags = context.tags?.filter((tag) => typeof tag === 'string').slice(0, MAX_TAGS);
  if (tags && tags.length > 0) attributes[SUBTEXT.tags] = tags;
  for (const [name, value] of Object.entries(context.metadata ?? {}).slice(0, MAX_METADATA)) {
    put(SUBTEXT.metadata + name, value);
  }
  return attributes;
}
