/** The context of a step, in words. Pure. */
import { exactCount, plural, tokens as shortTokens } from '../../../../lib/figures/format.ts';
import type { ModelContext, ContextMessage } from './use-model-context.ts';

/**
 * "The model had 14 messages in context, 31,200 tokens in all. 3 of them are new since step 6: the results of get_order
 * and web_search."
 */
export function contextSentence(seen: ModelContext, before: string | undefined): string {
  const { messageCount, newCount, inputTokens, continues } = seen;
  const size = inputTokens === null ? '' : `, ${exactCount(inputTokens)} tokens in all`;
  const had = `The model had ${plural(messageCount, 'message')} in context${size}.`;
  if (continues)
    return `${had} It continues a stored response: the provider keeps the earlier messages, which are not in this request.`;
  if (seen.before === null) return `${had} It is the first model call.`;
  if (newCount === 0) return `${had} None of them is new since ${before ?? 'the call before'}.`;
  return `${had} ${exactCount(newCount)} of them ${newCount === 1 ? 'is' : 'are'} new since ${before ?? 'the call before'}.`;
}

/** `≈ 1,204 tok, 12 %`: the share of a text's characters in the whole request, applied to the request's tokens. */
export function shareWords(characters: number, { totalCharacters, inputTokens }: ModelContext): string {
  if (totalCharacters === 0) return '';
  const share = characters / totalCharacters;
  const percent = share > 0 && share < 0.01 ? '<1 %' : `${Math.round(share * 100)} %`;
  return inputTokens === null ? percent : `≈ ${shortTokens(Math.round(share * inputTokens))} tok, ${percent}`;
}

const ROLES: Readonly<Record<string, string>> = {
  user: 'User',
  assistant: 'Model',
  tool: 'Tool',
  system: 'System',
  developer: 'Developer',
};

/** A message that contains only results is called so, for any role. */
export function roleWords({ role, parts }: ContextMessage): string {
  if (parts.length > 0 && parts.every(({ kind }) => kind === 'tool_result'))
    return parts.length === 1 ? 'Result' : 'Results';
  return Object.hasOwn(ROLES, role) ? ROLES[role]! : role;
}

const PARTS = {
  text: 'text',
  reasoning: 'thought',
  redacted: 'redacted thought',
  hidden: 'sealed thought',
  tool_call: 'called',
  tool_result: 'result',
  other: 'block',
} as const;

export const partWords = (kind: ContextMessage['parts'][number]['kind']): string => PARTS[kind];
