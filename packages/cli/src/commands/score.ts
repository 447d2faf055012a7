// subtext score: says how good a run, a step or its thought was.
import { randomUUID } from 'node:crypto';
import { findConnection, type Connection } from '../api/connection.ts';
import { write } from '../api/read.ts';
import { runAddress } from '../api/run-address.ts';
import { Failure } from '../failure.ts';
import { writeJson, writeLine } from '../output/output.ts';
import { readSteps } from './why.ts';

interface ScoreOptions {
  step?: string;
  thought?: boolean;
  comment?: string;
  json?: boolean;
}

interface StoredScore {
  trace_id: string;
  target: 'trace' | 'step' | 'thought';
  name: string;
  number: number | null;
  label: string | null;
  thumbs: boolean | null;
}

export async function score(run: string, nameAndValue: string, options: ScoreOptions): Promise<void> {
  const content = contentOf(nameAndValue);
  const address = runAddress(run);
  const step = options.step ?? address.step;
  if (options.thought && step === undefined) throw new Failure('A thought belongs to a step: name it with --step.');
  const connection = await findConnection();
  const body = {
    trace_id: address.id,
    ...(step !== undefined && {
      span_id: await spanOf(connection, address.id, step),
      target: options.thought ? 'thought' : 'step',
    }),
    ...{ ...content, comment: options.comment ?? null },
  };
  const stored = await write<StoredScore>(connection, 'scores', { body, idempotencyKey: randomUUID() });
  if (options.json) return writeJson(stored);
  const place = step === undefined ? '' : `${options.thought ? 'the thought of ' : ''}step ${step} of `;
  writeLine(`${stored.name} ${wordsOf(stored)}: stored for ${place}run ${stored.trace_id}.`);
}

/** `name=value`, where the value is a number, thumbs (`up`, `down`), or else a category. */
function contentOf(text: string): object {
  const [, name, value] = /^([^=]+)=(.*\S.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new Failure(
      `"${text}" is no score: write its name and value as in quality=0.9, helpful=up or tone=friendly.`,
    );
  if (value === 'up' || value === 'down') return { name, thumbs: value === 'up' };
  return Number.isFinite(Number(value)) ? { name, number: Number(value) } : { name, label: value };
}

function wordsOf({ number, label, thumbs }: StoredScore): string {
  if (thumbs !== null) return thumbs ? 'up' : 'down';
  return String(number ?? label);
}

/** The span of a step; a call such as 7b has the one of its step. */
async function spanOf(connection: Connection, id: string, step: string): Promise<string> {
  const found = (await readSteps(connection, id)).find((row) => row.step === step.replace(/[a-z]+$/, ''));
  if (found?.span_id) return found.span_id;
  throw new Failure(
    found
      ? `Step ${step} is no model call, so it cannot be scored by itself: leave out --step to score the run.`
      : `Run ${id} has no step ${step}: "subtext why ${id}" lists its steps.`,
  );
}
