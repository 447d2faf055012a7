/** CPU time of processes from /proc (Linux), and where a Node process spent it, from its own CPU profile. */
import { readFileSync, readdirSync } from 'node:fs';

/** The unit of /proc/<pid>/stat on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  parent: number;
  seconds: number;
  /** CPU time of children that have ended. */
  endedSeconds: number;
}

function timesOf(processId: number): ProcessTimes | undefined {
  try {
    // The program name is in parentheses and may contain spaces.
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number);
    const seconds = (fields[11]! + fields[12]!) / TICKS_PER_SECOND;
    return { parent: fields[1]!, seconds, endedSeconds: (fields[13]! + fields[14]!) / TICKS_PER_SECOND };
  } catch {
    return undefined;
  }
}

/** CPU seconds of a process with all its threads; 0 without /proc. */
export function cpuOf(processId: number): number {
  return timesOf(processId)?.seconds ?? 0;
}

/** Returns the process id of the server behind a connection, from the process id of the connection; 0 without /proc. */
export function serverOf(connectionProcessId: number): number {
  return timesOf(connectionProcessId)?.parent ?? 0;
}

/** CPU seconds of a server and its children, including those that have ended. */
export function cpuOfServer(server: number): number {
  const own = timesOf(server);
  if (own === undefined) return 0;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times !== undefined && times.parent === server);
  return children.reduce((sum, times) => sum + times!.seconds, own.seconds + own.endedSeconds);
}

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string };
  children?: number[];
}
interface Profile {
  nodes: ProfileNode[];
  /** Microseconds of the machine's monotonic clock, which all processes share. */
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

const RECEIVE = 'receive, inflate, answer';
/** The first match wins, from the innermost stack frame outwards, so a helper counts for its caller. */
const STAGES: readonly (readonly [string, RegExp])[] = [
  ['decode', /ingest\/src\/otlp\/(decode|protobuf)/],
  ['check, mask', /ingest\/src\/(otlp\/(check|wrong)|policy\/)/],
  ['normalise, attribute', /ingest\/src\/normalise\//],
  ['rows, prices, body', /ingest\/src\/(rows\/|cost|price-list)/],
  [
    'batch, totals',
    /ingest\/src\/(batcher|span-queue|store-batch)|db\/src\/write\/(lock-traces|settle-batch|outlines)|trace\/src/,
  ],
  ['encode for the database', /db\/src\/(?!generated)/],
  ['database driver', /db\/src\/generated\//],
  [RECEIVE, /ingest\/src\/(receive|read-|reading|server|authenticate|exporter\/)|fastify/],
];
/** Node's own code, when none of our code called it. */
const SOCKETS = /^node:(internal\/)?(_?http|zlib|net|stream)/;
const OTHER = 'the rest of Node';
const COLLECTOR = 'garbage collection';

export const monotonicMicros = (): number => Number(process.hrtime.bigint() / 1_000n);

/**
 * Returns seconds by stage since `from` (`monotonicMicros`), from the files of `--cpu-prof`, one per thread. Idle time
 * is not included.
 */
export function stagesOf(profileFiles: readonly string[], from: number): Map<string, number> {
  const seconds = new Map<string, number>([...STAGES.map(([name]) => name), COLLECTOR, OTHER].map((name) => [name, 0]));
  for (const file of profileFiles) addStages(seconds, JSON.parse(readFileSync(file, 'utf8')) as Profile, from);
  return seconds;
}

function addStages(seconds: Map<string, number>, profile: Profile, from: number): void {
  const stageOf = stageOfNodes(profile);
  let at = profile.startTime;
  profile.samples.forEach((id, index) => {
    const stage = stageOf.get(id);
    at += profile.timeDeltas[index]!;
    if (stage !== undefined && at > from) seconds.set(stage, seconds.get(stage)! + profile.timeDeltas[index]! / 1e6);
  });
}

/** undefined: the thread was idle. */
function stageOfNodes({ nodes }: Profile): Map<number, string | undefined> {
  const stages = new Map<number, string | undefined>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const visit = (node: ProfileNode, outer: string): void => {
    const { functionName, url } = node.callFrame;
    const entered = outer === OTHER && SOCKETS.test(url) ? RECEIVE : outer;
    const stage = STAGES.find(([, pattern]) => pattern.test(url))?.[0] ?? entered;
    if (functionName === '(idle)') stages.set(node.id, undefined);
    else stages.set(node.id, functionName === '(garbage collector)' ? COLLECTOR : stage);
    for (const child of node.children ?? []) visit(byId.get(child)!, stage);
  };
  visit(nodes[0]!, OTHER);
  return stages;
}
