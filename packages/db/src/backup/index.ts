/** Backup and restore of the whole database, for `npm run backup` and `npm run restore`. */
export { BackupError } from './backup-error.ts';
export { checkBackup } from './check-backup.ts';
export type { TableSums } from './manifest.ts';
export { restoreBackup } from './restore-backup.ts';
export type { RestoreOptions, RestoreSummary } from './restore-backup.ts';
export { writeBackup } from './write-backup.ts';
export type { BackupOptions, BackupSummary, TransferProgress } from './write-backup.ts';
