/**
 * The parameters as the providers' own JavaScript clients declare them, for the clients whose types are tested. What a
 * client does not declare is not declared here either: Google's client has an enum of its own for `thinkingLevel`, and
 * Ollama's has no `max`.
 */
import type { ReasoningTarget } from './common/target.ts';

interface ResponsesParameters {
  reasoning?: {
    effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';
    summary?: 'auto' | 'concise' | 'detailed';
  };
  include?: 'reasoning.encrypted_content'[];
  store?: boolean;
}

interface ChatParameters {
  reasoning_effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';
}

interface MessagesParameters {
  thinking?:
    | { type: 'adaptive'; display?: 'summarized' }
    | { type: 'enabled'; budget_tokens: number; display?: 'summarized' }
    | { type: 'between_tools' }
    | { type: 'disabled' };
  output_config?: { effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' };
}

interface GeminiParameters {
  config?: { thinkingConfig?: { includeThoughts?: boolean; thinkingBudget?: number } };
}

interface MistralParameters {
  reasoningEffort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh';
  promptMode?: 'reasoning';
}

interface OllamaParameters {
  think?: boolean | 'low' | 'medium' | 'high';
}

/** By short name of the provider, then by API; `default` is used when none is named. */
interface Declared {
  openai: { default: ResponsesParameters; 'openai.responses': ResponsesParameters; 'openai.chat': ChatParameters };
  anthropic: { default: MessagesParameters; 'anthropic.messages': MessagesParameters };
  google: { default: GeminiParameters; 'gemini.generateContent': GeminiParameters };
  mistral: { default: MistralParameters; 'mistral.chat': MistralParameters };
  ollama: { default: OllamaParameters; 'ollama.chat': OllamaParameters };
}

/** Spreads into a request of any type. */
type AnyParameters = object;
type ApiOf<Target> = Target extends { api: infer Api extends string } ? Api : 'default';

/** Exact for a target written as a literal; for all others, an object. */
export type ReasoningParameters<Target extends ReasoningTarget> = Target extends { form: 'wire' }
  ? AnyParameters
  : Target['provider'] extends keyof Declared
    ? ApiOf<Target> extends keyof Declared[Target['provider']]
      ? Declared[Target['provider']][ApiOf<Target>]
      : AnyParameters
    : AnyParameters;
