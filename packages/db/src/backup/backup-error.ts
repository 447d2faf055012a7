/** Why a backup or restore cannot continue, as a sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}
