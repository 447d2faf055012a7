/** Which URL paths ask for which task. The body of the answer must then have the task's shape (read-task.ts). */
import type { Task } from '../parts/task.ts';

/** What the path of a URL says about a task. */
export interface TaskTarget {
  task: Task;
  /** The provider whose format it is, for hosts that are not known by name. */
  vendor: 'openai' | 'cohere' | 'gemini' | 'ollama' | 'bedrock';
  /** The operation that the path names, in the API's own word (`embeddings`, `edits`, `embedContent`, …). */
  operation: string;
  /** The model, where the path and not the body names it. */
  model?: string;
}

interface TaskPath extends Pick<TaskTarget, 'task' | 'vendor'> {
  /** The first group is the model, where there are two; the last one is the operation. */
  path: RegExp;
}

const PATHS: readonly TaskPath[] = [
  { task: 'embedding', vendor: 'openai', path: /\/deployments\/([^/]+)\/(embeddings)$/ },
  { task: 'embedding', vendor: 'openai', path: /\/(embeddings)$/ },
  { task: 'embedding', vendor: 'cohere', path: /\/v[12]\/(embed)$/ },
  { task: 'rerank', vendor: 'cohere', path: /\/(rerank)$/ },
  { task: 'moderation', vendor: 'openai', path: /\/(moderations)$/ },
  { task: 'image', vendor: 'openai', path: /\/deployments\/([^/]+)\/images\/(generations|edits|variations)$/ },
  { task: 'image', vendor: 'openai', path: /\/images\/(generations|edits|variations)$/ },
  { task: 'speech', vendor: 'openai', path: /\/deployments\/([^/]+)\/audio\/(speech)$/ },
  { task: 'speech', vendor: 'openai', path: /\/audio\/(speech)$/ },
  { task: 'transcription', vendor: 'openai', path: /\/deployments\/([^/]+)\/audio\/(transcriptions|translations)$/ },
  { task: 'transcription', vendor: 'openai', path: /\/audio\/(transcriptions|translations)$/ },
  { task: 'embedding', vendor: 'ollama', path: /\/api\/(embed|embeddings)$/ },
  { task: 'embedding', vendor: 'gemini', path: /\/models\/([^/:]+):(embedContent|batchEmbedContents)$/ },
  { task: 'embedding', vendor: 'gemini', path: /\/models\/([^/:]*(?:embedding|gecko)[^/:]*):(predict)$/ },
  { task: 'image', vendor: 'gemini', path: /\/models\/(imagen[^/:]*):(predict)$/ },
  { task: 'embedding', vendor: 'bedrock', path: /\/model\/([^/]*embed[^/]*)\/(invoke)$/ },
  { task: 'rerank', vendor: 'bedrock', path: /\/model\/([^/]*rerank[^/]*)\/(invoke)$/ },
];

/** Ollama's path ends like OpenAI's. */
const OLLAMA = /\/api\/embeddings$/;

/** undefined: the path asks for no task. */
export function taskTarget(path: string): TaskTarget | undefined {
  for (const { task, vendor, path: pattern } of PATHS) {
    if (vendor === 'openai' && OLLAMA.test(path)) continue;
    const found = pattern.exec(path);
    if (!found) continue;
    const [, first = '', second] = found;
    if (second === undefined) return { task, vendor, operation: first };
    const model = decoded(first);
    return { task, vendor, operation: second, ...(model.trim() !== '' && { model }) };
  }
  return undefined;
}

function decoded(source: string): string {
  try {
    return decodeURIComponent(source);
  } catch {
    return source;
  }
}
