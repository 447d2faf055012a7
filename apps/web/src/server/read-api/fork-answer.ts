// The response with the recorded answers that a fork gives again, as a schema.
import * as z from 'zod';
import { SPAN_ID, TRACE_ID } from '../trpc/inputs.ts';
import { COUNT, NEXT, TEXT } from './answers.ts';

const USAGE = z
  .looseObject({ input: COUNT.optional(), output: COUNT.optional() })
  .nullable()
  .meta({ description: 'Tokens, as the provider reported them; null: not reported.' });

export const FORK_ANSWER = z
  .object({
    trace_id: TRACE_ID,
    step: z.string(),
    model_calls: COUNT.meta({
      description:
        'All up to the step, and of the earlier turns of a chat, on all pages; failed attempts are among them.',
    }),
    rows: z.array(
      z
        .object({
          span_id: SPAN_ID,
          api: z.string().meta({ description: 'The format of the request, such as openai.responses.' }),
          provider: TEXT,
          model: TEXT,
          response_id: TEXT,
          response_model: TEXT,
          finish_reason: TEXT,
          usage: USAGE,
          output: z.string().meta({ description: 'The answer as JSON, as in gen_ai.output.messages.' }),
          request: z
            .object({ model: TEXT, system: z.string(), tools: z.array(z.string()), messages: z.array(z.string()) })
            .nullable()
            .meta({ description: 'Digests of what was asked; null: it is not stored as a whole.' }),
          results: z.array(
            z.object({ call_id: z.string(), name: z.string(), result: z.string(), failed: z.boolean() }),
          ),
          missing: z.array(z.string()).meta({ description: 'Why the answer cannot be given again; empty: it can.' }),
        })
        .meta({ id: 'RecordedStep' }),
    ),
    next: NEXT,
  })
  .meta({ id: 'Fork' });
