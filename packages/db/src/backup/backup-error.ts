/** A backup or a restore that cannot go on, in a sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}
