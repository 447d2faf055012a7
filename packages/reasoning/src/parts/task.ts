/**
 * Model calls that do not think: embeddings, images, speech, transcriptions, moderations and rerankings. A task is also
 * the kind of its span. Contents are bounded here; vectors, images and audio are never kept, only their sizes.
 */
import type { Usage } from '../usage/usage.ts';

export const TASKS = ['embedding', 'image', 'speech', 'transcription', 'moderation', 'rerank'] as const;
export type Task = (typeof TASKS)[number];

/** True for the kind of a span that is a model call without thinking. */
export const isTask = (kind: string): kind is Task => TASKS.some((task) => task === kind);

/** What a request asks for. */
export interface TaskRequest {
  model?: string;
  stream: boolean;
  /** The texts of the input, at most `MAX_TEXTS`; for a reranking its documents. */
  texts: string[];
  /** The query that a reranking compares its documents with. */
  query?: string;
  /** Number of inputs: texts, lists of tokens, documents, files. */
  inputs: number;
  files: MediaFacts[];
  /** The format of the answer that the request names (`pcm`, `verbose_json`, …). */
  format?: string;
}

/** A file or an output that is not kept. */
export interface MediaFacts {
  /** The media type, or the name that the provider uses (`png`, `mp3`). */
  type?: string;
  bytes?: number;
  width?: number;
  height?: number;
}

/** What an answer holds, without its contents. */
export interface TaskOutput {
  vectors?: number;
  dimensions?: number;
  images?: MediaFacts[];
  audio?: MediaFacts;
  /** Length of the audio that was spoken or transcribed. */
  seconds?: number;
  /** Inputs that were flagged, of those that were checked. */
  flagged?: number;
  checked?: number;
  categories?: string[];
  /** Documents in the ranking, of those in the request; the best ones by their index in the request. */
  ranked?: number;
  documents?: number;
  best?: { index: number; score?: number }[];
}

/** Units other than tokens that the provider charges by. undefined = not reported. */
export interface TaskUnits {
  audioSeconds?: number;
  characters?: number;
  images?: number;
  searchUnits?: number;
}

export interface TaskAnswer {
  id?: string;
  model?: string;
  /** Text that came back: a transcript, or the prompt that an image model wrote for itself. */
  text?: string;
  output: TaskOutput;
  usage?: Usage;
  units: TaskUnits;
  /** An error event inside the body. */
  error?: { type?: string; message: string };
  /** The body broke off before its proper end. */
  incomplete: boolean;
}

/** More texts are counted, and not kept. */
export const MAX_TEXTS = 100;
