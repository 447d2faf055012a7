/**
 * Bedrock puts the model and the streaming mode into the URL's path, not into the body. For every format that Bedrock
 * accepts.
 */
import { filled } from '../../json/json.ts';
import type { RequestSettings } from '../wire-format.ts';

const PATH = /\/model\/([^/]+)\/(?:converse|invoke)(-stream|-with-response-stream)?$/;

/**
 * `/model/<URL-encoded id>/converse`, `/converse-stream`, `/invoke`, `/invoke-with-response-stream`; nothing for any
 * other path.
 */
export function bedrockSettings(path: string | undefined): Partial<Pick<RequestSettings, 'model' | 'stream'>> {
  const [, encoded, streamed] = PATH.exec(path ?? '') ?? [];
  const model = filled(decoded(encoded ?? ''));
  return model === undefined ? {} : { model, stream: streamed !== undefined };
}

function decoded(source: string): string {
  try {
    return decodeURIComponent(source);
  } catch {
    return source;
  }
}
