'use client';
// Takes the whole of a text that the page loads in pieces: to the clipboard, or as a file when it is too long to paste.
import { Button } from '../../../components/controls/Button.tsx';
import { copy } from '../../../lib/files/copy.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { toast } from '../../../lib/toast.ts';

/** In characters. */
const WORTH_A_FILE = 150_000;

interface TakeTextProps {
  /** The file name without its extension. */
  name: string;
  /** Length of the whole text in characters. */
  total: number;
  load: () => Promise<string>;
}

export function TakeText({ name, total, load }: TakeTextProps) {
  return (
    <>
      <Button onClick={() => void copy(load(), 'Copied')}>Copy all</Button>
      {total > WORTH_A_FILE && <Button onClick={() => void save(name, load)}>Download</Button>}
    </>
  );
}

async function save(name: string, load: () => Promise<string>): Promise<void> {
  await load().then(
    (text) =>
      /^\s*[[{]/.test(text)
        ? saveFile(`${name}.json`, [text], 'application/json')
        : saveFile(`${name}.txt`, [text], 'text/plain'),
    (error: unknown) => toast('Could not download', String(error)),
  );
}
