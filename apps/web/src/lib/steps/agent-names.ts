/** The name of an agent, from its span. */
import type { SpanRow } from '../skeleton/skeleton.ts';

const OPERATION = 'invoke_agent';

/** Names that senders give to the span of every agent (packages/conventions/src/senders), so they name none. */
const OPERATIONS: ReadonlySet<string> = new Set([
  OPERATION,
  'claude_code.interaction',
  'qwen-code.interaction',
  'qwen-code.subagent',
  'openclaw.run',
  'haystack.agent.run',
  'agent_session',
  'agent run',
  'Agent run',
]);

/** null: the span is of no agent, or of one without a name. */
export const reportedAgent = (span: SpanRow): string | null => span.agent ?? (isNamedAgent(span) ? span.name : null);

/** The span of an agent without a name is named after the operation, as the conventions say, and maybe the model. */
const isNamedAgent = ({ kind, name, model }: SpanRow): boolean =>
  kind === 'agent' && !OPERATIONS.has(name) && name !== `${OPERATION} ${model}`;
