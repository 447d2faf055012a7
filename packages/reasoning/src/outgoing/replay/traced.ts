/** Builds a traced generation from the request and response bodies that any client has. For callers without spans. */
import { toJson } from '../../json/attributes.ts';
import { readResponse } from '../../readers/index.ts';
import { readRequest } from '../../readers/request.ts';
import type { Body } from '../../readers/sse.ts';
import { orElse } from '../common/or-else.ts';
import type { TracedGeneration } from './history.ts';

/** A request and the response that answered it, as they were sent over the wire. */
export interface Exchange {
  /** The request body, parsed. */
  request: unknown;
  /** The response body: parsed, or as text or bytes, also when streamed. */
  response: unknown;
  /** As in `gen_ai.provider.name` or as our short name; without it the model's name decides. */
  provider?: string;
  /** Path of the URL: names the model where the body does not (Gemini, Bedrock). */
  path?: string;
  /** Content type of the response, where it was bytes of Amazon's event stream. */
  contentType?: string;
}

/** null when no reader recognizes one of the bodies. With several choices, the first counts. Never throws. */
export function tracedGeneration(exchange: Exchange): TracedGeneration | null {
  return orElse(
    () => readExchange(exchange),
    () => null,
  );
}

function readExchange(exchange: Exchange): TracedGeneration | null {
  const { request, provider, path, contentType } = exchange;
  const modelRequest = readRequest(request, path);
  const answered = readResponse({
    body: bodyOf(exchange.response),
    ...(contentType !== undefined && { contentType }),
    ...(modelRequest?.model !== undefined && { requestModel: modelRequest.model }),
  });
  if (!modelRequest || !answered) return null;
  // The requested model is more specific than what a host calls it.
  const model = modelRequest.model ?? answered.model;
  const { previousResponseId } = modelRequest;
  return {
    origin: {
      api: answered.api,
      ...(provider !== undefined && { provider }),
      ...(model !== undefined && { model }),
    },
    system: modelRequest.system,
    messages: modelRequest.messages,
    output: answered.choices[0]?.parts ?? [],
    toolDefinitions: modelRequest.toolDefinitions,
    ...(answered.id !== undefined && { responseId: answered.id }),
    ...(previousResponseId !== undefined && { previousResponseId }),
  };
}

function bodyOf(response: unknown): Body {
  if (typeof response === 'string' || response instanceof Uint8Array) return response;
  if (Array.isArray(response) && response.every((chunk) => chunk instanceof Uint8Array)) return response;
  return toJson(response);
}
