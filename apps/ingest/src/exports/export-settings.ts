/** What the operator says about exports. A thread receives it, so it has only plain values. */
export interface ExportSettings {
  /** Opens the secrets of targets; undefined = exports to S3 are refused. */
  authSecret: string | undefined;
  /** Exports to a directory are below it; undefined = they are refused. */
  directory: string | undefined;
  /** Addresses in private networks that a store may have, as SUBTEXT_OUTBOUND_ALLOW. */
  allowedAddresses: string;
}
