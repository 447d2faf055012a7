/** The public options of `fork()`, in a file without imports, because their declarations are public, too. */

/** Where the recording is read, and what a fork does when the run differs from it. */
export interface ForkOptions {
  /** Base URL of Subtext's web app. Default: `SUBTEXT_WEB_URL`, else http://localhost:3000. */
  url?: string;
  /** A key with the scope `read`. Default: `SUBTEXT_READ_KEY`, else `SUBTEXT_API_KEY`. */
  apiKey?: string;
  /**
   * `run` (default): tools run as always. `recorded`: functions of `tool()` return the recorded results of the calls up
   * to the step.
   */
  tools?: 'run' | 'recorded';
  /**
   * What happens when a request differs from the recorded one. `stop`: it and all later ones fail. `continue`: it gets
   * the recorded answer of its position. Default: `stop` when messages differ, `continue` when only model, system prompt
   * or tools do. A difference is always reported.
   */
  onDivergence?: 'stop' | 'continue';
}
