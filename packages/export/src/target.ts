/** Where the files of an export are written: a directory, or a store of objects. */

export interface FileSink {
  /** Resolves when more can be written. */
  write: (bytes: Uint8Array) => Promise<void>;
  /** Resolves when the file is stored. */
  close: () => Promise<void>;
  /** Gives up what was written. */
  abandon: () => Promise<void>;
}

/** Paths have `/` between their parts. */
export interface ExportTarget {
  open: (path: string) => Promise<FileSink>;
  /** undefined: there is no such file. */
  readText: (path: string) => Promise<string | undefined>;
  writeText: (path: string, text: string) => Promise<void>;
  /** Also when there is no such file. */
  remove: (path: string) => Promise<void>;
  /** Resolves to what releases the lock. Only where another program can be kept out. @throws ExportProblem */
  lock?: () => Promise<() => Promise<void>>;
}
