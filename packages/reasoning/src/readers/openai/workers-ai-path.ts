/**
 * Workers AI puts the model into the URL's path when the body does not have it:
 * `/accounts/<id>/ai/run/@cf/meta/llama-4-scout`.
 */
import type { RequestSettings } from '../wire-format.ts';

const PATH = /\/ai\/run\/(@[\w.-]+(?:\/[\w.-]+)+)$/;

export function workersAiSettings(path: string | undefined): Partial<Pick<RequestSettings, 'model'>> {
  const [, model] = PATH.exec(path ?? '') ?? [];
  return model === undefined ? {} : { model };
}
