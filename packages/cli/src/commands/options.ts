// Options that several commands share.
import { InvalidArgumentError, Option, type Command } from 'commander';

export interface ListOptions {
  filter?: string;
  range?: string;
  json?: boolean;
}

export const withJson = (command: Command): Command => command.option('--json', 'write JSON instead of text');

export const withFilter = (command: Command): Command =>
  withJson(command)
    .option('-f, --filter <filter>', 'the filter of the screens, such as \'tool:refund -status:error "schema"\'')
    .addOption(rangeOption());

export const rangeOption = (): Option =>
  new Option('-r, --range <range>', '1h, 24h, 7d, 30d, 90d, all, or two times as FROM..TO').default('30d');

export const receiverOption = (): Option =>
  new Option('--to <address>', 'where ingest is (default: SUBTEXT_INGEST_URL, or http://127.0.0.1:4318)');

export const limitOption = (): Option =>
  new Option('-n, --limit <rows>', 'the most rows').default(50).argParser((text) => {
    const rows = Number(text);
    if (!Number.isInteger(rows) || rows < 1) throw new InvalidArgumentError('It must be a whole number from 1 on.');
    return rows;
  });
