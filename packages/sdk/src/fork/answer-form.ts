/** In which form a request wants its answer, as far as its address says so. Pure. */
import type { AnswerForm, ModelRequest } from '@subtext/reasoning';

export function answerForm(url: string, { api, stream }: Pick<ModelRequest, 'api' | 'stream'>): AnswerForm {
  const path = URL.parse(url)?.pathname ?? '';
  return {
    api,
    stream: streamOf(url, path, { api, stream }),
    isCompletion: /\/api\/generate$|(?<!\/chat|\/fim|\/agents)\/completions$/.test(path),
    isWrapped: /\/v1internal:/.test(path),
  };
}

/**
 * Gemini streams one JSON array, unless the address requests server-sent events. Bedrock's InvokeModel puts the events
 * of the vendor into its own frames.
 */
function streamOf(
  url: string,
  path: string,
  { api, stream }: Pick<ModelRequest, 'api' | 'stream'>,
): AnswerForm['stream'] {
  if (path.endsWith('/invoke-with-response-stream')) return 'chunks';
  return api === 'gemini.generateContent' && stream && !/[?&]alt=sse\b/.test(url) ? 'list' : stream;
}
