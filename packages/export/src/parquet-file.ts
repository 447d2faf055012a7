/** Parquet: a row group at a time, compressed with Snappy. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { ColumnType, TableSchema } from './schema.ts';
import type { RowWriter, WriteBytes } from './row-writer.ts';

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];
type Row = Record<string, unknown>;

/**
 * A row group ends at the first of these limits. The characters of JSON are in memory a few times over while they are
 * encoded.
 */
const GROUP_ROWS = 10_000;
const GROUP_CHARACTERS = 16_000_000;

export function parquetFile(schema: TableSchema, write: WriteBytes): RowWriter {
  const bytes = new StreamedBytes(write);
  const file = new ParquetWriter({ writer: bytes, schema: elementsOf(schema), createdBy: 'subtext' });
  let [group, size]: [Row[], number] = [[], 0];
  const flush = async () => {
    if (group.length === 0) return;
    const columnData = Object.entries(schema).map(([name, type]) => ({
      name,
      data: group.map((row) => valueOf(type, row[name])),
    }));
    const rowGroupSize = group.length;
    [group, size] = [[], 0];
    await file.write({ columnData, rowGroupSize });
  };
  return {
    add: async (rows) => {
      for (const row of rows) {
        group.push(JSON.parse(row) as Row);
        size += row.length;
        if (group.length >= GROUP_ROWS || size >= GROUP_CHARACTERS) await flush();
      }
    },
    end: async () => {
      await flush();
      await file.finish();
    },
  };
}

/** Hands on what it has after each row group. */
class StreamedBytes extends ByteWriter {
  readonly #write: WriteBytes;

  constructor(write: WriteBytes) {
    super();
    this.#write = write;
  }

  async flush(): Promise<void> {
    const bytes = this.getBytes().slice();
    this.index = 0;
    await this.#write(bytes);
  }

  override finish(): Promise<void> {
    return this.flush();
  }
}

const elementsOf = (schema: TableSchema): SchemaElement[] => [
  { name: 'root', num_children: Object.keys(schema).length },
  ...Object.entries(schema).flatMap(([name, type]) => columnElements(name, type)),
];

const PLAIN: Readonly<Record<Exclude<ColumnType, 'texts'>, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
};

/** Every column may be null, because null is what was not reported. */
function columnElements(name: string, type: ColumnType): SchemaElement[] {
  if (type !== 'texts') return [{ name, repetition_type: 'OPTIONAL', ...PLAIN[type] }];
  return [
    { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'OPTIONAL', ...PLAIN.text },
  ];
}

function valueOf(type: ColumnType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'integer') return BigInt(value as number);
  return type === 'time' ? microseconds(value as string) : value;
}

/** Microseconds since 1970 of a time such as `2026-11-28T12:00:00.123456Z`. */
const microseconds = (time: string): bigint =>
  BigInt(Date.parse(`${time.slice(0, -4)}Z`)) * 1_000n + BigInt(time.slice(-4, -1));
