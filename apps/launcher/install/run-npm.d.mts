export interface NpmEnd {
  code: number | null;
  /** The signal that asked this process to end meanwhile. */
  signal?: NodeJS.Signals;
  output: string;
}

export function runNpm(parameters: readonly string[], directory: string): Promise<NpmEnd>;
