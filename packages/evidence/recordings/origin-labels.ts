/** Where arguments of recorded calls came from, as a person found by reading the conversation. */

export interface Label {
  run: string;
  step: number;
  call: number;
  /** As JSON. */
  path: string;
  /** As JSON; the beginning of a long one. */
  value: string;
  /** A kind of origin, `nowhere` or `unknown`. */
  origin: string;
  /** Of a value from nowhere: how the model came to it. Empty for any other. */
  basis: string;
}

/** One label a line, with tabs between the columns, below a line of headings. */
export function readLabels(text: string): Label[] {
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [run = '', step, call, path = '', value = '', origin = '', basis = ''] = line.split('\t');
      return { run, step: Number(step), call: Number(call), path, value, origin, basis };
    });
}
