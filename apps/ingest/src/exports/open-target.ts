/** The place of a target, where files can be written. */
import { sealedSecret, type ExportTargetRow, type Sql } from '@subtext/db';
import { directoryTarget, ExportProblem, openSecret, s3Target, type ExportTarget } from '@subtext/export';
import { ALLOWED_ADDRESSES, outboundFetch } from '@subtext/outbound';
import { join } from 'node:path';
import type { ExportSettings } from './export-settings.ts';

/** Maximum size of a list or manifest that is read again. */
const MAX_ANSWER_BYTES = 64 * 1024 ** 2;

/** @throws ExportProblem */
export async function openTarget(sql: Sql, row: ExportTargetRow, settings: ExportSettings): Promise<ExportTarget> {
  const { place } = row;
  if (place.kind === 'directory') {
    if (settings.directory === undefined) throw new ExportProblem(NO_DIRECTORY);
    // Projects do not see each other's files.
    return directoryTarget(join(settings.directory, row.projectId, place.folder));
  }
  const secretAccessKey = await secretOf(sql, row, settings);
  const allowed = ALLOWED_ADDRESSES.parse(settings.allowedAddresses);
  const fetch = outboundFetch({ allowed, maxBytes: MAX_ANSWER_BYTES });
  return s3Target(place, { accessKeyId: place.keyId, secretAccessKey, fetch });
}

async function secretOf(sql: Sql, row: ExportTargetRow, { authSecret: key }: ExportSettings): Promise<string> {
  if (key === undefined) throw new ExportProblem(NO_SECRET);
  const sealed = await sealedSecret(sql, row);
  const secret = sealed && openSecret(sealed, { key, owner: `${row.projectId}/${row.id}` });
  if (!secret) throw new ExportProblem(OTHER_SECRET);
  return secret;
}

const NO_DIRECTORY =
  'This server has no directory for exports. The operator can allow one (SUBTEXT_EXPORT_DIRECTORY of ingest).';
const NO_SECRET =
  'Ingest cannot open the secret of the target. The operator has to set SUBTEXT_AUTH_SECRET for ingest, as for the web app.';
const OTHER_SECRET =
  'The secret of the target was stored with another SUBTEXT_AUTH_SECRET. Remove the target and add it again.';
