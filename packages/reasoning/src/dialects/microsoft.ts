/** Microsoft's Agent Framework and Semantic Kernel: semconv names, thoughts of every kind alike (otel-genai §5.10). */
import { summarisedOutput } from './bodies.ts';
import type { Dialect } from './sent-span.ts';

export const MICROSOFT: Dialect = {
  name: 'microsoft',
  detects: ({ scope, prefixes }) =>
    scope === 'agent_framework' || prefixes.has('sk') || /^(?:Microsoft\.SemanticKernel|semantic_kernel)/.test(scope),
  output: summarisedOutput,
};
