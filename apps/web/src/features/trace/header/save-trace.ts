// The whole trace as a file. The browser keeps what arrives on disk, not in the page, and the server may say that
// others are first.
import { fetchInTurn } from '../../../lib/fetch-in-turn.ts';
import { tracePath } from '../../../lib/pages.ts';
import { saveBlob } from '../../../lib/save-file.ts';
import { toast } from '../../../lib/toast.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';

/** A faster download needs no message. */
const SOON_MS = 1_500;

const ENDINGS = { json: 'json', markdown: 'md' } as const;

export async function saveTrace({ project, trace }: TraceAddress, as: keyof typeof ENDINGS): Promise<void> {
  const saying = setTimeout(() => toast('Downloading the trace', 'It is saved when all of it has arrived.'), SOON_MS);
  try {
    const answer = await fetchInTurn(`${tracePath(project, trace)}/export?as=${as}`);
    saveBlob(`trace-${trace.slice(0, 8)}.${ENDINGS[as]}`, await answer.blob());
  } catch (error) {
    toast('The trace could not be downloaded', error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(saying);
  }
}
