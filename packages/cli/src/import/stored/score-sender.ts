// Writes scores of an export by the API. A score that is stored already keeps its place.
import type { ReadRow } from '@subtext/export';
import { findConnection, type Connection } from '../../api/connection.ts';
import { readRows, write } from '../../api/read.ts';

const CONTENT = ['trace_id', 'span_id', 'target', 'name', 'number', 'label', 'thumbs', 'comment'] as const;

export class ScoreSender {
  readonly #connection: Connection;
  /** Ids of the scores that the project has. */
  readonly #stored: ReadonlySet<string>;

  private constructor(connection: Connection, stored: ReadonlySet<string>) {
    this.#connection = connection;
    this.#stored = stored;
  }

  static async open(): Promise<ScoreSender> {
    const connection = await findConnection();
    const stored = new Set<string>();
    for await (const { id } of readRows<{ id: string }>(connection, 'scores', { limit: 200 })) stored.add(id);
    return new ScoreSender(connection, stored);
  }

  async send(row: ReadRow): Promise<void> {
    const id = String(row.id);
    if (this.#stored.has(id)) return;
    const content = Object.fromEntries(CONTENT.map((name) => [name, row[name]]));
    // To the millisecond, which is what the API takes.
    const at = new Date(row.updated_at as string | Date).toISOString();
    await write(this.#connection, 'scores', { body: { ...content, at }, idempotencyKey: `export:${id}` });
  }
}
