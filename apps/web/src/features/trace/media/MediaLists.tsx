'use client';
// The media of a message, of a tool's result and of an answer, all shown alike. The code loads after the page.
import { mediaInResult, MOST_SHOWN, shownBytes, shownFacts } from '@subtext/reasoning';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { TraceAddress } from '../navigation/trace-address.ts';
import { useNear } from '../rows/use-near.ts';
import { MediaItem } from './MediaItem.tsx';
import { useAnswerMedia, useMediaBytes, type MediaPlace, type ShownMedia } from './use-media.ts';
import styles from './media.module.css';

interface StoredMediaProps {
  address: TraceAddress;
  /** The part that holds them. */
  place: Omit<MediaPlace, 'item'>;
  media: readonly ShownMedia[];
}

/** Media whose bytes the server has. */
export function StoredMedia({ address, place, media }: StoredMediaProps) {
  return (
    <ul className={styles.list}>
      {media.map((one, item) => (
        <StoredItem key={item} address={address} place={{ ...place, item }} media={one} />
      ))}
    </ul>
  );
}

function StoredItem({ address, place, media }: { address: TraceAddress; place: MediaPlace; media: ShownMedia }) {
  const element = useRef<HTMLLIElement>(null);
  const isNear = useNear(element, media.isKept);
  const { data, error } = useMediaBytes(address, place, media.isKept && isNear);
  return (
    <li ref={element}>
      <MediaItem media={media} bytes={data} failure={error ? 'could not be loaded' : undefined} />
    </li>
  );
}

/** Media that the model made. Each answer is asked for them when it is near the visible area. */
export function AnswerMedia({ address, spanId }: { address: TraceAddress; spanId: string }) {
  const element = useRef<HTMLDivElement>(null);
  const isNear = useNear(element);
  const { data = [] } = useAnswerMedia(address, spanId, isNear);
  return (
    <div ref={element}>
      {data.map(({ part, media }) => (
        <StoredMedia key={part} {...{ address, media }} place={{ spanId, from: 'answer', index: 0, part }} />
      ))}
    </div>
  );
}

interface ResultMediaProps {
  id: readonly unknown[];
  load: () => Promise<string>;
  total: number;
}

/** Media in the text of a result, which the page has anyway. */
export function ResultMedia({ id, load, total }: ResultMediaProps) {
  const { data: text } = useQuery({ queryKey: ['result-media', ...id], queryFn: load, staleTime: Infinity });
  const found = useMemo(
    () =>
      mediaInResult(text, total)
        .slice(0, MOST_SHOWN)
        .map((media) => ({ media: shownFacts(media), bytes: shownBytes(media) ?? null })),
    [text, total],
  );
  if (found.length === 0) return null;
  return (
    <ul className={styles.list}>
      {found.map((one, index) => (
        <li key={index}>
          <MediaItem {...one} />
        </li>
      ))}
    </ul>
  );
}
