// The audit log as a file, page by page as the client takes it, so that a log of any length needs little memory.
import { Readable } from 'node:stream';
import { auditPage, type AuditEntry, type AuditFilter, type AuditScope, type Sql } from '@subtext/db';
import { tableHead, tableLines, type TableColumn } from '../../lib/files/table.ts';

const PAGE_ENTRIES = 1_000;

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

const COLUMNS: readonly TableColumn<AuditEntry>[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at],
  ['user', ({ actor }) => actor],
  ['action', ({ action }) => action],
  ['target', ({ target }) => target],
  ['before', ({ before }) => json(before)],
  ['after', ({ after }) => json(after)],
  ['address', ({ address }) => address],
];

export const AUDIT_FORMATS = {
  csv: { type: 'text/csv', head: tableHead(COLUMNS), lines: (rows: AuditEntry[]) => tableLines(COLUMNS, rows) },
  jsonl: {
    type: 'application/jsonl',
    head: '',
    lines: (rows: AuditEntry[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  },
} as const;

export type AuditFormat = keyof typeof AUDIT_FORMATS;

type AllEntries = AuditScope & AuditFilter;

/** All entries that match, newest first. */
export const auditBytes = (sql: Sql, query: AllEntries, format: AuditFormat): ReadableStream<Uint8Array> =>
  Readable.toWeb(Readable.from(linesOf(sql, query, format), { objectMode: false })) as ReadableStream<Uint8Array>;

async function* linesOf(sql: Sql, query: AllEntries, format: AuditFormat): AsyncGenerator<string> {
  const { head, lines } = AUDIT_FORMATS[format];
  if (head) yield head;
  for (let before: string | undefined; ;) {
    const rows = await auditPage(sql, { ...query, before, limit: PAGE_ENTRIES });
    if (rows.length > 0) yield lines(rows);
    if (rows.length < PAGE_ENTRIES) return;
    before = rows.at(-1)!.id;
  }
}
