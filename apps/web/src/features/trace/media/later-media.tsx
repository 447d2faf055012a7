'use client';
// The media of a trace, whose code loads after the page: most traces have none.
import { Suspense, type ComponentProps } from 'react';
import { later } from '../../../lib/later.ts';

const StoredMedia = later(async () => (await import('./MediaLists.tsx')).StoredMedia);
const AnswerMedia = later(async () => (await import('./MediaLists.tsx')).AnswerMedia);
const ResultMedia = later(async () => (await import('./MediaLists.tsx')).ResultMedia);

export const PartMedia = ({ media, ...place }: ComponentProps<typeof StoredMedia>) =>
  media.length === 0 ? null : (
    <Suspense>
      <StoredMedia {...place} media={media} />
    </Suspense>
  );

export const MediaOfAnswer = (answer: ComponentProps<typeof AnswerMedia>) => (
  <Suspense>
    <AnswerMedia {...answer} />
  </Suspense>
);

/** What a block of media has in every form, in the first piece of a result. */
const SIGNS =
  /;base64,|"(?:inlineData|mime_?type|media_?type|modality)"|"type"\s*:\s*"(?:input_)?(?:image|audio|video)|"bytes"/i;

export const MediaOfResult = ({ text, ...result }: ComponentProps<typeof ResultMedia> & { text: string }) =>
  SIGNS.test(text) ? (
    <Suspense>
      <ResultMedia {...result} />
    </Suspense>
  ) : null;
