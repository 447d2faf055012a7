/** One recorded model call as /api/v1 gives it to a fork, and the answer in it. */
import { decodeMessages } from '../../wire/message-codec.ts';
import type { ApiName } from '../../parts/model-response.ts';
import type { Usage } from '../../usage/usage.ts';
import type { RecordedAnswer } from '../answer/types.ts';
import type { RequestMarks } from './request-marks.ts';

export interface RecordedResult {
  call_id: string;
  name: string;
  /** JSON, or text. */
  result: string;
  failed: boolean;
}

export interface RecordedStep {
  span_id: string;
  api: ApiName;
  provider: string | null;
  model: string | null;
  response_id: string | null;
  response_model: string | null;
  finish_reason: string | null;
  usage: Usage | null;
  /** As in `gen_ai.output.messages`. */
  output: string;
  /** null: the request is not stored as a whole, so it cannot be compared. */
  request: RequestMarks | null;
  results: RecordedResult[];
  /** Why the answer cannot be given again; empty: it can. */
  missing: string[];
}

export function answerOfStep(step: RecordedStep): RecordedAnswer {
  const { api, provider, model, response_id: id, response_model: responseModel, finish_reason, usage } = step;
  return {
    parts: decodeMessages(step.output)[0]?.parts ?? [],
    origin: { api, ...(provider !== null && { provider }), ...(model !== null && { model }) },
    ...(id !== null && { id }),
    ...(responseModel !== null && { model: responseModel }),
    ...(finish_reason !== null && { finishReason: finish_reason }),
    ...(usage && { usage }),
  };
}
