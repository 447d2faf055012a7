/**
 * Model Context Protocol: a `tools/call` is a tool execution, on either side (otel-genai §1.4). Its session is a
 * connection, not a user's.
 */
import type { SpanFacts, SpanReader } from '../facts.ts';
import { toolOf } from '../shared/values.ts';
import type { Convention } from '../convention.ts';

export const MCP: Convention = {
  name: 'mcp',
  detects: ({ has }) => has('mcp.method.name'),
  facts: mcpFacts,
};

function mcpFacts({ read, text }: SpanReader): SpanFacts {
  if (text('mcp.method.name') !== 'tools/call') return { kind: 'span' };
  return {
    kind: 'tool',
    execution: () =>
      toolOf({
        id: text('gen_ai.tool.call.id'),
        name: text('gen_ai.tool.name', 'mcp.tool.name'),
        arguments: read('gen_ai.tool.call.arguments') ?? read('mcp.request.argument'),
        result: read('gen_ai.tool.call.result') ?? read('mcp.response.value'),
      }),
  };
}
