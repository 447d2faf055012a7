/**
 * Google ADK: Gemini's own request and response as JSON, snake_case from Python, camelCase from JS (otel-genai §5.6).
 */
import { providerInput, providerOutput, recordOf, type SpanKind } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { effortIn, toolOf, usageOf } from '../shared/values.ts';

export const GOOGLE_ADK: Convention = {
  name: 'google-adk',
  detects: ({ scope, has }) =>
    scope === 'gcp.vertex.agent' || has('gcp.vertex.agent.llm_request') || has('gcp.vertex.agent.invocation_id'),
  messages: {
    input: ({ json }, options) => {
      const { contents } = recordOf(json('gcp.vertex.agent.llm_request'));
      return providerInput({ contents }, options);
    },
    output: ({ json }, options) => {
      const response = recordOf(json('gcp.vertex.agent.llm_response'));
      const candidates = [{ content: response.content, finishReason: response.finish_reason ?? response.finishReason }];
      return response.content === undefined ? [] : providerOutput({ candidates }, options);
    },
  },
  facts: googleAdkFacts,
};

const OWN = 'gcp.vertex.agent.';
const KINDS: readonly [name: RegExp, kind: SpanKind][] = [
  [/^call_llm/, 'generation'],
  [/^execute_tool/, 'tool'],
  [/^(?:invoke_agent|agent_run)/, 'agent'],
  [/^invocation/, 'chain'],
];

function googleAdkFacts({ span, read, text, json }: SpanReader): SpanFacts {
  const request = recordOf(json(`${OWN}llm_request`));
  const response = recordOf(json(`${OWN}llm_response`));
  const usage = recordOf(response.usage_metadata ?? response.usageMetadata);
  const model = text('gen_ai.request.model') ?? (typeof request.model === 'string' ? request.model : undefined);
  return {
    // Parallel calls are enclosed by one more span, which has no call of its own.
    kind: text('gen_ai.tool.name') === '(merged tools)' ? 'chain' : KINDS.find(([name]) => name.test(span.name))?.[1],
    context: { sessionId: real(text(`${OWN}session_id`)) },
    // `gcp.vertex.agent` is the framework, not the model's provider.
    model: {
      provider: providerOfModel(text('gen_ai.system'), model),
      requestModel: model,
      reasoningEffort: effortIn(recordOf(request.config)),
    },
    usage: usageOf(
      {
        input: usage.prompt_token_count ?? usage.promptTokenCount ?? read('gen_ai.usage.input_tokens'),
        cacheRead:
          usage.cached_content_token_count ??
          usage.cachedContentTokenCount ??
          read('gen_ai.usage.experimental.cached_tokens'),
        output: usage.candidates_token_count ?? usage.candidatesTokenCount ?? read('gen_ai.usage.output_tokens'),
        // The last until 2.2; later versions have it in the name of the conventions, and in the output.
        reasoning:
          usage.thoughts_token_count ?? usage.thoughtsTokenCount ?? read('gen_ai.usage.experimental.reasoning_tokens'),
      },
      { thinkingOutside: true },
    ),
    execution: () =>
      toolOf({
        name: text('gen_ai.tool.name') ?? span.name.replace(/^execute_tool /, ''),
        id: real(text('gen_ai.tool.call.id')),
        arguments: read(`${OWN}tool_call_args`),
        result: read(`${OWN}tool_response`),
      }),
  };
}

/**
 * Newer versions report it; otherwise Google, except for other vendors' models, whose names LiteLLM prefixes with the
 * provider.
 */
function providerOfModel(said: string | undefined, model: string | undefined): string | undefined {
  if (said !== undefined && said !== FRAMEWORK) return said;
  const [host = '', name] = model?.split('/') ?? [];
  if (name !== undefined && !COLLECTIONS.has(host)) return host;
  const isGoogles =
    model === undefined || (name === undefined ? /^gem(?:ini|ma)/ : /^(?!.*publishers\/(?!google\/))/).test(model);
  return isGoogles ? 'gcp.gemini' : undefined;
}

const FRAMEWORK = 'gcp.vertex.agent';
const COLLECTIONS: ReadonlySet<string> = new Set(['projects', 'publishers', 'models', 'tunedModels', 'endpoints']);

/** ADK writes this for an empty value. */
function real(value: string | undefined): string | undefined {
  return value === 'N/A' || value === '{}' || value?.startsWith('<not') ? undefined : value;
}
