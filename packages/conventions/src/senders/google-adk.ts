/**
 * Google ADK: Gemini's own request and response as JSON, snake_case from Python, camelCase from JS (otel-genai §5.6).
 */
import { providerInput, providerOutput, recordOf } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';

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
};
