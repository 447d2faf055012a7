/** Loads that a stranger or one project puts on the web app. */
import { setTimeout as delay } from 'node:timers/promises';
import { GIVEN_UP_MS, procedure, read, readAtOnce, unfinished, withKey, withSession, type Reading } from './clients.ts';
import type { WebAttack, WebFault } from './web-fault.ts';
import type { WebStage } from './web-stage.ts';
import { LARGE_STEP_TRACE, LONG_TRACE, spanIdAt } from './web-store.ts';

const share = (count: number, { scale }: WebAttack) => Math.ceil((count * scale.clientsPercent) / 100);

/** Each client gets the whole answer, or 429 with Retry-After. */
function expectAnswered(attack: WebAttack, readings: readonly Reading[]): void {
  expectEachAnswered(attack, readings);
  const whole = readings.filter(({ status }) => status === 200);
  attack.expect(new Set(whole.map(({ bytes }) => bytes)).size <= 1, 'answers to equal requests differ in length');
}

/** The same for requests that differ. */
function expectEachAnswered({ expect }: WebAttack, readings: readonly Reading[]): void {
  const odd = readings.filter(
    ({ status, retryAfter }) => status !== 200 && !(status === 429 && Number(retryAfter) > 0),
  );
  expect(odd.length === 0, `${odd.length} of ${readings.length} were answered ${odd[0]?.status || 'not at all'}`);
  expect(
    readings.some(({ status }) => status === 200),
    'no client was answered',
  );
}

/** Requests of the member, all at once. */
const readEach = (stage: WebStage, paths: readonly string[]): Promise<Reading[]> =>
  Promise.all(paths.map((path) => read(stage, { path, headers: withSession(stage) })));

const exported = ({ stage }: WebAttack, as: string) => `/p/${stage.attacker.slug}/traces/${LONG_TRACE}/export?as=${as}`;

const MANY_READS = [30, 10].map((count): WebFault => ({
  name: `${count} reads of a long trace`,
  what: `${count} clients request the same trace with a key: each gets the whole of it, or 429 with Retry-After.`,
  async strike(attack) {
    const { stage } = attack;
    const ask = { path: `/api/v1/traces/${LONG_TRACE}`, headers: withKey(stage) };
    expectAnswered(attack, await readAtOnce(stage, share(count, attack), ask));
  },
}));

/** A client takes a little, and nothing more for the rest of the fault. */
const SLOW_MS = 20_000;

const SLOW: WebFault = {
  name: 'slow clients',
  what: 'Ten clients request the JSON of the trace and read nothing for 20 seconds: the server does not read ahead for them.',
  async strike(attack) {
    const { stage, expect } = attack;
    const gone = AbortSignal.timeout(GIVEN_UP_MS);
    const slow = async () => {
      const answer = await fetch(stage.url + exported(attack, 'json'), { headers: withSession(stage), signal: gone });
      await delay(SLOW_MS);
      await answer.body?.cancel();
      return answer.status;
    };
    const statuses = await Promise.all(Array.from({ length: share(10, attack) }, () => slow().catch(() => 0)));
    const odd = statuses.filter((status) => status !== 200 && status !== 429);
    expect(odd.length === 0, `${odd.length} clients were answered ${odd[0] || 'not at all'}`);
  },
};

const EXPORTS = ['json', 'markdown'].map((as): WebFault => ({
  name: `${as} export`,
  what: `The same trace is saved as ${as === 'json' ? 'JSON' : 'Markdown'} by a member.`,
  async strike(attack) {
    const { stage } = attack;
    expectAnswered(attack, [await read(stage, { path: exported(attack, as), headers: withSession(stage) })]);
  },
}));

const COMPARISONS: WebFault = {
  name: 'eight comparisons',
  what: 'Eight clients at once request the arguments of all calls of the trace, as the page that compares two runs does.',
  async strike(attack) {
    const { stage } = attack;
    const path = procedure('compare.digests', { project: stage.attacker.slug, trace: LONG_TRACE });
    expectAnswered(attack, await readAtOnce(stage, 8, { path, headers: withSession(stage) }));
  },
};

const SKELETONS: WebFault = {
  name: 'pages of a trace that changes',
  what: 'Ten clients open the page of the trace three times; it changes each time, so that no cache helps.',
  async strike(attack) {
    const { stage } = attack;
    const path = procedure('trace.skeleton', { project: stage.attacker.slug, trace: LONG_TRACE });
    const readings: Reading[] = [];
    for (let round = 0; round < 3; round += 1) {
      await stage.sql`update traces set updated_at = clock_timestamp() where trace_id = decode(${LONG_TRACE}, 'hex')`;
      readings.push(...(await readAtOnce(stage, share(10, attack), { path, headers: withSession(stage) })));
    }
    expectAnswered(attack, readings);
  },
};

const FINDS: WebFault = {
  name: 'searches in a long trace',
  what: 'Ten clients search for different words in the trace.',
  async strike(attack) {
    const { stage } = attack;
    const project = stage.attacker.slug;
    const paths = Array.from({ length: share(10, attack) }, (_, at) =>
      procedure('trace.find', { project, trace: LONG_TRACE, words: `${at}: The order` }),
    );
    expectEachAnswered(attack, await readEach(stage, paths));
  },
};

const CONTEXTS = [
  {
    name: 'contexts of a long trace',
    what: 'Thirty clients request what the model had in context at the last step of the trace.',
    step: ({ scale }: WebAttack) => ({ trace: LONG_TRACE, spanId: spanIdAt(scale.spans - 2) }),
  },
  {
    name: 'contexts of a large step',
    what: 'Thirty clients request what the model had in context at a step with a conversation of 20 MB.',
    step: () => ({ trace: LARGE_STEP_TRACE, spanId: spanIdAt(0) }),
  },
].map(({ name, what, step }): WebFault => ({
  name,
  what: `${what} Each pages through its messages on its own.`,
  async strike(attack) {
    const { stage } = attack;
    const project = stage.attacker.slug;
    const paths = Array.from({ length: share(30, attack) }, (_, offset) =>
      procedure('trace.seen', { project, ...step(attack), offset }),
    );
    expectEachAnswered(attack, await readEach(stage, paths));
  },
}));

/** PostgreSQL notices within a second that the client of a statement is gone. */
const GONE_MS = 10_000;

const LEAVING: WebFault = {
  name: 'clients that leave',
  what: 'Thirty clients request the trace and disconnect after 0.7 seconds: within ten seconds no statement runs for them.',
  async strike(attack) {
    const { stage } = attack;
    const leave = async () => {
      const gone = new AbortController();
      setTimeout(() => gone.abort(), 700);
      await read(stage, { path: exported(attack, 'json'), headers: withSession(stage), signal: gone.signal });
    };
    await Promise.all(Array.from({ length: share(30, attack) }, leave));
    const deadline = Date.now() + GONE_MS;
    let running = 1;
    while (running > 0 && Date.now() < deadline) {
      await delay(100);
      running = await largeReads(attack);
    }
    attack.expect(running === 0, `${running} statements still run for clients that left`);
  },
};

async function largeReads({ stage }: WebAttack): Promise<number> {
  const [row] = await stage.sql<{ running: number }[]>`
    select count(*)::int as running from pg_stat_activity
    where application_name = 'subtext web reader' and state <> 'idle'`;
  return row!.running;
}

const SUPERJSON: WebFault = {
  name: 'quadratic input without a session',
  what: 'A stranger posts 486 kB of superjson in which 24,500 paths point into a set of 42,000 values: the server refuses it before it parses the input.',
  async strike({ stage, expect }) {
    const meta = {
      values: { set: ['set'] },
      referentialEqualities: { 'set.0': Array.from({ length: 24_500 }, (_, at) => `set.${at + 1}`) },
    };
    const body = JSON.stringify({ json: { project: 'other', set: Array(42_000).fill(1) }, meta });
    const answer = await fetch(`${stage.url}/api/trpc/views.create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: stage.url },
      body,
      signal: AbortSignal.timeout(60_000),
    });
    await answer.arrayBuffer();
    expect([400, 401, 413, 429].includes(answer.status), `it was answered ${answer.status}`);
  },
};

const BODY_BYTES = 9 * 1024 ** 2;

const UNFINISHED: WebFault = {
  name: 'unfinished bodies',
  what: 'A stranger sends 200 bodies of 9 MB to /sign-in and finishes none of them: the server refuses them with 405 or 413, or disconnects, and buffers none.',
  async strike(attack) {
    const { stage, expect } = attack;
    const before = await stage.web.peakMemory();
    const sent = Array.from({ length: share(200, attack) }, () =>
      unfinished(stage, { path: '/sign-in', bytes: BODY_BYTES, waitMs: 15_000 }),
    );
    const lines = await Promise.all(sent.map(({ line }) => line));
    const grown = (await stage.web.peakMemory()) - before;
    for (const { close } of sent) close();
    const odd = lines.filter((line) => !/ 4(05|13|29) |hung up/.test(line));
    expect(odd.length === 0, `${odd.length} of them were not refused: ${odd[0]}`);
    expect(grown < 400 * 1024 ** 2, `memory grew by ${Math.round(grown / 1024 ** 2)} MiB`);
  },
};

const FILTER: WebFault = {
  name: 'a filter of 249 words',
  what: 'Four clients request a list with a filter of 249 words: they are refused with 400.',
  async strike(attack) {
    const { stage, expect } = attack;
    const words = Array.from({ length: 249 }, (_, at) => `w${at}`).join(' ');
    const path = `/api/v1/traces?${new URLSearchParams({ q: words, range: 'all' })}`;
    const readings = await readAtOnce(stage, share(4, attack), { path, headers: withKey(stage) });
    const odd = readings.filter(({ status }) => status !== 400);
    expect(odd.length === 0, `${odd.length} were answered ${odd[0]?.status || 'not at all'}`);
  },
};

export const WEB_FAULTS: readonly WebFault[] = [
  ...MANY_READS,
  ...EXPORTS,
  COMPARISONS,
  SKELETONS,
  FINDS,
  ...CONTEXTS,
  SLOW,
  LEAVING,
  SUPERJSON,
  UNFINISHED,
  FILTER,
];
