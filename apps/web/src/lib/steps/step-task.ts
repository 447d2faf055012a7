// Model calls that do not think: their names on the screen.
import { isTask, type Task } from '@subtext/reasoning';
import type { Step } from './step-tree.ts';

const LABELS: Readonly<Record<Task, string>> = {
  embedding: 'Embeddings',
  image: 'Image',
  speech: 'Speech',
  transcription: 'Transcription',
  moderation: 'Moderation',
  rerank: 'Rerank',
};

/** undefined: the step is of a model call that may think, or of a tool. */
export function taskLabel({ kind, span }: Pick<Step, 'kind' | 'span'>): string | undefined {
  return kind !== 'run' && span && isTask(span.kind) ? LABELS[span.kind] : undefined;
}

export const DOES_NOT_THINK = 'A call of this kind does not think';
