'use client';
// One image, recording or file: its picture or a player where the bytes are there, and its facts. Bytes are only ever
// drawn as a raster image or played: the server and shownBytes() check the type by the header. No URL is loaded.
import type { MediaBytes } from '@subtext/reasoning';
import { useState } from 'react';
import { CopyButton } from '../../../components/controls/CopyButton.tsx';
import { Dialog } from '../../../components/controls/Dialog.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import { absenceWords, mediaWords } from './media-words.ts';
import type { ShownMedia } from './use-media.ts';
import styles from './media.module.css';

interface MediaItemProps {
  media: ShownMedia;
  /** undefined: not loaded yet; null: there are none that may be shown. */
  bytes: MediaBytes | null | undefined;
  /** Why the bytes could not be loaded. */
  failure?: string | undefined;
}

export function MediaItem({ media, bytes, failure }: MediaItemProps) {
  const words = mediaWords(media);
  const isShown = media.isKept && bytes !== null && failure === undefined;
  const unloadable = failure ?? 'not shown: its bytes could not be read';
  return (
    <>
      {isShown &&
        (bytes ? <Shown media={media} bytes={bytes} words={words} /> : <Skeleton width="8rem" height="6rem" />)}
      <span className={styles.facts}>
        {words}
        {media.name !== undefined && (
          <>
            {' · '}
            <PlainText text={media.name} />
          </>
        )}
        {!isShown && <span className={styles.reason}> · {media.isKept ? unloadable : absenceWords(media)}</span>}
      </span>
      {media.fileId !== undefined && <Address text={media.fileId} label="Copy file id" />}
      {media.url !== undefined && <Address text={media.url} label="Copy URL" />}
    </>
  );
}

/** Text, not a link: a click would send the address of the reader to the sender of the trace. */
const Address = ({ text, label }: { text: string; label: string }) => (
  <span className={styles.address}>
    <code>
      <PlainText text={text} />
    </code>
    <CopyButton iconOnly text={text} label={label} />
  </span>
);

function Shown({ media, bytes, words }: { media: ShownMedia; bytes: MediaBytes; words: string }) {
  const [isBroken, setBroken] = useState(false);
  const source = `data:${bytes.mimeType};base64,${bytes.data}`;
  const onError = () => setBroken(true);
  if (isBroken) return <span className={styles.reason}>The bytes are not a whole {media.kind} file.</span>;
  if (media.kind === 'audio')
    return (
      <audio className={styles.player} controls preload="metadata" src={source} aria-label={words} {...{ onError }} />
    );
  return <Picture {...{ source, words, onError }} />;
}

function Picture({ source, words, onError }: { source: string; words: string; onError: () => void }) {
  const [isLarge, setLarge] = useState(false);
  return (
    <>
      <button type="button" className={styles.thumbnail} aria-haspopup="dialog" onClick={() => setLarge(true)}>
        {/* eslint-disable-next-line @next/next/no-img-element -- the bytes are here; there is nothing to optimize */}
        <img src={source} alt={`${words}, open larger`} onError={onError} />
      </button>
      <Dialog full open={isLarge} onOpenChange={setLarge} title={words}>
        <div className={styles.large}>
          {/* eslint-disable-next-line @next/next/no-img-element -- as above */}
          <img src={source} alt={words} />
        </div>
      </Dialog>
    </>
  );
}
