/** What a task gave, in one line: `3 vectors of 1,536`, `1 image 1024×1024`, `flagged: no`, `top 3 of 10 documents`. */
import { bytesWords } from '../media/bytes-words.ts';
import type { MediaFacts, TaskOutput } from '../parts/task.ts';

/** undefined when nothing is known of the output. */
export function taskWords(output: TaskOutput): string | undefined {
  return vectorWords(output) ?? imageWords(output) ?? audioWords(output) ?? flagWords(output) ?? rankWords(output);
}

const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });
const plural = (count: number, word: string): string => `${number(count)} ${word}${count === 1 ? '' : 's'}`;

function vectorWords({ vectors, dimensions }: TaskOutput): string | undefined {
  if (vectors === undefined) return undefined;
  return `${plural(vectors, 'vector')}${dimensions === undefined ? '' : ` of ${number(dimensions)}`}`;
}

function imageWords({ images }: TaskOutput): string | undefined {
  if (!images) return undefined;
  const sizes = new Set(images.map(({ width, height }) => (width === undefined ? '' : ` ${width}×${height}`)));
  return `${plural(images.length, 'image')}${sizes.size === 1 ? [...sizes].join('') : ''}`;
}

function audioWords({ audio, seconds }: TaskOutput): string | undefined {
  if (seconds !== undefined) return `${number(seconds)} s of audio`;
  return audio?.bytes === undefined ? undefined : `${bytesWords(audio.bytes)} of audio${typeWords(audio)}`;
}

const typeWords = ({ type }: MediaFacts): string => (type === undefined ? '' : ` (${type})`);

function flagWords({ flagged, checked, categories = [] }: TaskOutput): string | undefined {
  if (flagged === undefined) return undefined;
  const why = categories.length > 0 ? ` (${categories.join(', ')})` : '';
  if (flagged === 0) return 'flagged: no';
  return checked === 1 || checked === undefined ? `flagged: yes${why}` : `flagged: ${flagged} of ${checked}${why}`;
}

function rankWords({ ranked, documents }: TaskOutput): string | undefined {
  if (ranked === undefined) return undefined;
  return documents === undefined
    ? plural(ranked, 'ranked document')
    : `top ${ranked} of ${plural(documents, 'document')}`;
}
