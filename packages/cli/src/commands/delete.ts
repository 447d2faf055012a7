// subtext delete: deletes the traces of a user, a session, a tag or a filter, and writes the receipt.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { findConnection, type Connection } from '../api/connection.ts';
import { read, write } from '../api/read.ts';
import { Failure } from '../failure.ts';
import { isTerminal, withQuestions } from '../input/questions.ts';
import { progress, writeDim, writeJson, writeLine } from '../output/output.ts';
import { count as countWords, money } from '../output/words.ts';

const KINDS = ['user', 'session', 'tag', 'filter'] as const;

interface DeleteOptions extends Partial<Record<(typeof KINDS)[number], string>> {
  range: string;
  dryRun?: boolean;
  yes?: boolean;
  wait?: boolean;
  json?: boolean;
}

interface Preview {
  words: string;
  traces: number;
  spans: number;
  calls: number;
  cost_usd: string | null;
  calls_without_price: number;
  held: number;
}

interface Receipt {
  id: string;
  words: string;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'stopped';
  reason: string | null;
  foreseen: { traces: number } | null;
  deleted: Record<string, number> & { traces: number };
  held: { reason: string; traces: number }[] | null;
  remaining: number | null;
  digest: string | null;
}

const ASK_EVERY_MS = 1_000;

export async function deleteTraces(options: DeleteOptions): Promise<void> {
  const kind = KINDS.find((one) => options[one] !== undefined);
  if (kind === undefined) throw new Failure('Say what to delete: --user, --session, --tag or --filter.');
  const target = { [kind]: options[kind]!, range: options.range };
  const connection = await findConnection();
  const preview = await write<Preview>(connection, 'deletions', {
    body: { ...target, dry_run: true },
    idempotencyKey: randomUUID(),
  });
  if (options.dryRun) return options.json ? writeJson(preview) : writePreview(preview);
  if (!options.json) writePreview(preview);
  if (!options.yes) await confirm(preview);
  const requested = await write<Receipt>(connection, 'deletions', { body: target, idempotencyKey: randomUUID() });
  const receipt = options.wait ? await finished(connection, requested) : requested;
  if (options.json) writeJson(receipt);
  else writeReceipt(receipt);
  if (options.wait && receipt.state !== 'done')
    throw new Failure(`The deletion ${receipt.state === 'failed' ? `failed: ${receipt.reason}` : 'was stopped'}.`);
}

const counted = (count: number, noun: string): string => `${countWords(count)} ${noun}${count === 1 ? '' : 's'}`;

function writePreview({ words, traces, spans, calls, held, ...cost }: Preview): void {
  const parts = `${counted(traces, 'trace')} with ${counted(spans, 'span')} and ${counted(calls, 'call')}`;
  const bound = cost.calls_without_price > 0 && cost.cost_usd !== null ? '≥ ' : '';
  writeLine(`${words}: ${parts}, ${bound}${money(cost.cost_usd)}.`);
  if (held > 0) writeLine(`Kept by a legal hold: ${counted(held, 'trace')} more.`);
}

/** The number has to be typed, so that nobody deletes more than they think. */
async function confirm({ traces }: Preview): Promise<void> {
  if (traces === 0) throw new Failure('Nothing was deleted: no trace matches.');
  if (!isTerminal()) throw new Failure('Nothing was deleted: say --yes, because there is no terminal to ask in.');
  const typed = await withQuestions((ask) => ask(`This cannot be undone. Type ${traces} to delete them: `));
  if (typed !== String(traces)) throw new Failure('Nothing was deleted.');
}

async function finished(connection: Connection, requested: Receipt): Promise<Receipt> {
  for (let receipt = requested; ;) {
    if (!['waiting', 'running'].includes(receipt.state)) {
      progress('');
      return receipt;
    }
    const { deleted, foreseen } = receipt;
    progress(`${deleted.traces} of ${foreseen?.traces ?? '…'} traces deleted`);
    await wait(ASK_EVERY_MS);
    receipt = await read<Receipt>(connection, `deletions/${receipt.id}`);
  }
}

function writeReceipt({ id, words, state, deleted, held, remaining, digest }: Receipt): void {
  if (state === 'waiting' || state === 'running') {
    writeLine(`The deletion of ${words} is ${state}. Its receipt will be at /api/v1/deletions/${id}.`);
    return;
  }
  const counts = Object.entries(deleted).map(([kind, count]) => `${countWords(count)} ${kind.replace('_', ' ')}`);
  writeLine(`${words}: ${state}. Deleted: ${counts.join(', ')}.`);
  for (const { reason, traces } of held ?? [])
    writeLine(`Kept by a legal hold (${reason}): ${counted(traces, 'trace')}.`);
  if (remaining !== null) writeLine(`Matching now: ${counted(remaining, 'trace')}.`);
  writeDim(`Receipt ${id}, SHA-256 of the trace ids ${digest ?? 'not known'}`);
}
