// A question that agents can ask: a tool with parameters, answered in text through the procedures of the app.
import type { McpServer } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import { failureOf } from '../../read-api/failure.ts';
import type { RunReader } from '../../runs/run-reader.ts';

export interface Asking extends RunReader {
  requestId: string;
}

export interface Question {
  name: string;
  register: (server: McpServer, asking: Asking) => void;
}

interface Described<Parameters extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  parameters: Parameters;
}

export function question<Parameters extends z.ZodObject>(
  { name, title, description, parameters }: Described<Parameters>,
  answer: (asking: Asking, asked: z.output<Parameters>) => Promise<string>,
): Question {
  const annotations = { title, readOnlyHint: true, idempotentHint: true, openWorldHint: false };
  return {
    name,
    register: (server, asking) => {
      const inputSchema: z.ZodObject = parameters;
      server.registerTool(name, { title, description, inputSchema, annotations }, async (asked) => {
        try {
          return { content: [{ type: 'text', text: await answer(asking, asked as z.output<Parameters>) }] };
        } catch (cause) {
          const { message, retryAfter } = failureOf(cause, { path: `mcp ${name}`, requestId: asking.requestId });
          const text = retryAfter === undefined ? message : `${message} Ask again in ${retryAfter} s.`;
          return { isError: true, content: [{ type: 'text', text }] };
        }
      });
    },
  };
}
