/** Downloads a whole trace as a file. */
import { tracePath } from '../../../lib/address/pages.ts';
import { saveBlob } from '../../../lib/files/save-file.ts';
import { fetchInTurn } from '../../../lib/requests/fetch-in-turn.ts';
import { toast } from '../../../lib/toast.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';

/** A faster download needs no message. */
const SOON_MS = 1_500;

const ENDINGS = { json: 'json', markdown: 'md' } as const;

/**
 * The browser keeps what arrives on disk, not in the page, and the server may say that others are first.
 *
 * @throws when the download fails.
 */
export async function saveTrace({ project, trace }: TraceAddress, as: keyof typeof ENDINGS): Promise<void> {
  const saying = setTimeout(() => toast('Downloading the trace', 'It is saved when all of it has arrived.'), SOON_MS);
  try {
    const answer = await fetchInTurn(`${tracePath(project, trace)}/export?as=${as}`);
    saveBlob(`trace-${trace.slice(0, 8)}.${ENDINGS[as]}`, await answer.blob());
  } finally {
    clearTimeout(saying);
  }
}
