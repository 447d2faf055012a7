interface Titled {
  id: string;
  /** What the user asked. */
  asked?: string | null;
  /** The name that the sender gave it, often the agent's. */
  name?: string | null;
}

/** The one name of a trace: what was asked, else its own name, else a piece of its id. */
export const traceTitle = ({ asked, name, id }: Titled): string => asked ?? name ?? `Trace ${id.slice(0, 8)}`;

/** Browsers cut a longer one, and keep all of it in their history. */
const MAX_TAB_CHARACTERS = 80;

/** For the browser's tab: `Where is my order? · support-agent`. */
export function tabTitle(trace: Titled): string {
  const title = traceTitle(trace);
  const short = title.length > MAX_TAB_CHARACTERS ? `${title.slice(0, MAX_TAB_CHARACTERS - 1)}…` : title;
  return trace.asked && trace.name ? `${short} · ${trace.name.slice(0, MAX_TAB_CHARACTERS)}` : short;
}
