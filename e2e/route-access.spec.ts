// Every page and route there is × every role: what a stranger, a member of another project, and each role of a project
// get from it. The files are enumerated, so that a new one cannot be forgotten.
import { randomBytes } from 'node:crypto';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { send, traceOf } from './otlp.ts';
import { createMember, openProject } from './own-project.ts';
import { newSignInLink, type SystemFacts } from './running-system.ts';

const APP = join(import.meta.dirname, '..', 'apps', 'web', 'src', 'app');
const SESSION = 'session-of-the-secret';
/** In a thought, a message, an argument and a result. */
const SECRET = `planted${randomBytes(6).toString('hex')}`;

const WITHIN = ['analyst', 'viewer', 'member', 'owner'] as const;
type Who = 'stranger' | 'foreign' | (typeof WITHIN)[number];
const EVERYBODY: readonly Who[] = ['stranger', 'foreign', ...WITHIN];

/** Routes that only owners use, by the end of their path. */
const OF_OWNERS = /\/(?:audit|data)\/export$/;
/** Routes that answer with the texts of a trace. */
const OF_TEXTS = /\/traces\/\[id\]\/(?:export|conversation)$/;
/** Pages and routes that show the planted texts to a viewer, so that their absence for others says something. */
const SHOWS_TEXTS = ['/p/[project]/traces', '/p/[project]/traces/[id]', '/p/[project]/traces/[id]/export'];

async function files(end: 'page.tsx' | 'route.ts'): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob(`{p,o}/**/${end}`, { cwd: APP })) found.push(`/${file.slice(0, -end.length - 1)}`);
  return found.toSorted();
}

async function cookieOf(system: SystemFacts, email: string): Promise<string> {
  const answer = await fetch(await newSignInLink(system, email), { redirect: 'manual' });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
  expect(cookies.join()).toContain('session_token');
  return cookies.join('; ');
}

const text = (content: string) => ({ type: 'text', content });

function secretTrace() {
  const parts = [
    { type: 'reasoning', content: `${SECRET} thought` },
    { ...text(`${SECRET} said`) },
    { type: 'tool_call', id: 'call', name: 'look', arguments: { at: `${SECRET} argument` } },
  ];
  return traceOf({
    name: 'chat gpt-5.2',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-5.2',
      'gen_ai.conversation.id': SESSION,
      'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [text(`${SECRET} asked`)] }]),
      'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]),
      'gen_ai.usage.output_tokens': 50,
    },
  });
}

interface Answer {
  status: number;
  location: string;
  body: string;
}

interface World {
  path: (route: string) => string;
  ask: (who: Who, route: string) => Promise<Answer>;
}

async function openWorld(system: SystemFacts): Promise<World> {
  const project = await openProject(system);
  const { body, traceId } = secretTrace();
  expect(await send(body, { ingestUrl: project.ingestUrl, key: project.ingestKey })).toBe(200);
  const cookies = new Map<Who, string>();
  cookies.set('foreign', await cookieOf(system, await createMember(system)));
  const slug = project.path.split('/').at(-1)!;
  for (const role of WITHIN) cookies.set(role, await cookieOf(system, await createMember(system, { slug, role })));
  const parts: Record<string, string> = {
    '[project]': slug,
    '[organization]': project.organizationId,
    '[rule]': 'new',
    '[budget]': 'new',
  };
  const idOf = (before: string | undefined) => (before === 'sessions' ? SESSION : traceId);
  const path = (route: string) =>
    route
      .split('/')
      .map((part, at, all) => (part === '[id]' ? idOf(all[at - 1]) : (parts[part] ?? part)))
      .join('/');
  const ask = async (who: Who, route: string) => {
    const cookie = cookies.get(who);
    const answer = await fetch(system.webUrl + path(route), { headers: cookie ? { cookie } : {}, redirect: 'manual' });
    const location = answer.headers.get('location') ?? '';
    return { status: answer.status, location, body: await answer.text() };
  };
  return { path, ask };
}

test('every page and route says nothing to strangers and to members of other projects, and each role what it may read', async ({
  session,
  system,
}) => {
  test.slow();
  expect(session).toBeDefined();
  const { ask, path } = await openWorld(system);
  const [pages, routes] = [await files('page.tsx'), await files('route.ts')];
  expect(pages).toContain('/p/[project]/traces/[id]');
  expect(routes).toContain('/p/[project]/settings/audit/export');
  expect([...pages, ...routes].map(path).join()).not.toContain('[');

  const wrong: string[] = [];
  const check = (holds: boolean, words: string) => holds || wrong.push(words);
  for (const route of [...pages, ...routes])
    for (const who of EVERYBODY) {
      const { status, location, body } = await ask(who, route);
      const words = `${who} ${route}: ${status} ${location}`;
      const isRoute = routes.includes(route);
      const isOutside = who === 'stranger' || who === 'foreign';
      // Members of a project are guests of its organization.
      const isOfOrganization = route.startsWith('/o/');
      check(status < 500, words);
      if (isOutside || isOfOrganization || who === 'analyst') check(!body.includes(SECRET), `${words} has the secret`);
      if (who === 'stranger') check(isRoute ? status === 401 : location.includes('/sign-in'), words);
      else if (isOutside) check(status === 404, words);
      else if (OF_OWNERS.test(route)) check(status === (who === 'owner' && !isOfOrganization ? 200 : 403), words);
      else if (OF_TEXTS.test(route)) check((status === 403) === (who === 'analyst'), words);
      else check(status === 200, words);
      if (!isOutside && who !== 'analyst' && SHOWS_TEXTS.includes(route))
        check(body.includes(SECRET), `${words} has no text`);
    }
  expect(wrong).toEqual([]);
});
