// Writes the tags and bookmarks of an export by the API. The same again changes nothing.
import type { ReadRow } from '@subtext/export';
import { findConnection, type Connection } from '../../api/connection.ts';
import { write } from '../../api/read.ts';

export const MARK_COLUMNS = ['trace_id', 'added_tags', 'removed_tags', 'bookmarked'] as const;

const tagsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export const isMarked = ({ added_tags: added, removed_tags: removed, bookmarked }: ReadRow): boolean =>
  tagsOf(added).length > 0 || tagsOf(removed).length > 0 || bookmarked === true;

export class MarkSender {
  readonly #connection: Connection;

  private constructor(connection: Connection) {
    this.#connection = connection;
  }

  static async open(): Promise<MarkSender> {
    return new MarkSender(await findConnection());
  }

  async send({ trace_id: id, added_tags: added, removed_tags: removed, bookmarked }: ReadRow): Promise<void> {
    const marks = { add_tags: tagsOf(added), remove_tags: tagsOf(removed), bookmarked: bookmarked === true };
    await write(this.#connection, 'marks', {
      body: { trace_id: id, ...marks },
      idempotencyKey: `export:${String(id)}`,
    });
  }
}
