// Texts of calls, read piece by piece as the page reads them.
import type { RouterInputs } from '../../lib/requests/trpc.ts';
import type { RunReader } from './run-reader.ts';

export interface TextAddress {
  /** `<span id>:<index>` */
  key: string;
  field: RouterInputs['trace']['text']['field'];
}

interface TextFrom {
  address: TextAddress;
  /** In characters, of all thoughts of a call together. */
  offset: number;
}

/** A call has one thought, or some that its provider separated. */
const MOST_THOUGHTS = 50;
const BETWEEN = '\n\n';

/** The text from `offset` on, as far as one read of each thought goes; undefined = there is no such text. */
export async function callTextOf({ caller, project }: RunReader, run: string, { address, offset }: TextFrom) {
  const [spanId = '', index] = address.key.split(':');
  const piece = { project, trace: run, spanId, index: Number(index), field: address.field };
  let [text, start, blocks, isWhole] = ['', 0, 1, true];
  for (let block = 0; block < Math.min(blocks, MOST_THOUGHTS); block++) {
    const from = Math.max(0, offset - start);
    const read = await caller.trace.text({ ...piece, block, offset: from });
    if (!read) break;
    if (isWhole && block > 0) text += BETWEEN.slice(Math.max(0, offset - start + BETWEEN.length));
    if (isWhole) text += read.text;
    isWhole &&= from + [...read.text].length >= read.totalCharacters;
    start += read.totalCharacters + BETWEEN.length;
    blocks = read.blocks;
  }
  return start === 0 ? undefined : { text, totalCharacters: start - BETWEEN.length };
}
