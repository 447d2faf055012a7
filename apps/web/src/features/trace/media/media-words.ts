/** A medium in words: "Image · PNG · 1,024 × 768 · 240 kB", and why it is not shown. Pure. */
import { bytesWords } from '@subtext/reasoning';
import { exactCount } from '../../../lib/figures/format.ts';
import type { ShownMedia } from './use-media.ts';

const KINDS = { image: 'Image', audio: 'Audio', video: 'Video', document: 'File' } as const;

export function mediaWords({ kind, mimeType, width, height, durationMs, bytes }: ShownMedia): string {
  const size = width !== undefined && height !== undefined && `${exactCount(width)} × ${exactCount(height)}`;
  const length = durationMs !== undefined && `${(durationMs / 1_000).toFixed(1)} s`;
  const facts = [KINDS[kind], mimeType && typeWords(mimeType), size, length, bytes !== undefined && bytesWords(bytes)];
  return facts.filter(Boolean).join(' · ');
}

/** `image/svg+xml` is SVG. */
const typeWords = (mimeType: string): string =>
  (mimeType.split(';')[0] ?? '')
    .replace(/^.*\//, '')
    .replace(/^x-|\+xml$/g, '')
    .slice(0, 40)
    .toUpperCase();

const REASONS = {
  size: 'not shown: too large',
  type: 'not shown: not an image or a recording that this page can show safely',
  withheld: 'withheld by capture or a mask',
} as const;

export function absenceWords({ omitted, url, fileId }: ShownMedia): string {
  if (omitted) return REASONS[omitted];
  if (url !== undefined) return 'not loaded: only its URL was sent';
  return fileId === undefined ? 'not kept' : 'not kept: only the id of a stored file was sent';
}
