// `npm run recount`: compares totals and rollups of every project with a recount of its spans, and repairs them on
// request.
import { parseArgs } from 'node:util';
import { checkSums, connect, repairSums, type Difference, type Sql } from '@subtext/db';
import { HELP } from '../preflight/help.mjs';
import { DEFAULT_DATA } from './paths.ts';
import { databaseUrl } from './running-database.ts';
import { UserError } from './user-error.ts';

const SHOWN = 20;

/** `npm run recount` with its arguments. Resolves to the exit code: 1 when the check found a wrong figure. */
export async function recount(words: string[], say: (line: string) => void = console.log): Promise<number> {
  const { repair, project, data } = readOptions(words);
  const sql = connect(await databaseUrl(data), { max: 1, applicationName: 'subtext recount' });
  try {
    let wrong = 0;
    for (const { id, slug } of await projectsOf(sql, project)) {
      const found = await (repair ? repairSums(sql, id) : checkSums(sql, id));
      wrong += found.length;
      say(found.length === 0 ? `${slug}: every sum is what its spans say.` : `${slug}: ${inWords(found, repair)}`);
    }
    if (wrong > 0) say(`\n${ADVICE}`);
    return wrong > 0 && !repair ? 1 : 0;
  } finally {
    await sql.end();
  }
}

const ADVICE =
  'Sums change in the transaction that stores the spans, so this should not happen. Please report the output above, unless the tables were changed by hand.';

function readOptions(words: string[]) {
  const options = {
    check: { type: 'boolean' },
    repair: { type: 'boolean' },
    project: { type: 'string' },
    data: { type: 'string', default: DEFAULT_DATA },
  } as const;
  try {
    const { values } = parseArgs({ args: words, options });
    if (values.check && values.repair) throw new Error('--check and --repair exclude each other.');
    return { ...values, repair: values.repair ?? false };
  } catch (error) {
    throw new UserError(`${(error as Error).message}\n\n${HELP.recount}`);
  }
}

async function projectsOf(sql: Sql, slug: string | undefined): Promise<{ id: string; slug: string }[]> {
  const projects = await sql<{ id: string; slug: string }[]>`
    SELECT id, slug FROM projects WHERE ${slug ?? null}::text IS NULL OR slug = ${slug ?? null} ORDER BY slug`;
  if (slug !== undefined && projects.length === 0) throw new UserError(`There is no project ${slug}.`);
  return projects;
}

function inWords(found: readonly Difference[], repair: boolean): string {
  const lines = found
    .slice(0, SHOWN)
    .map(
      ({ table, row, column, stored, counted }) => `  ${table} ${row}: ${column} is ${stored}, spans say ${counted}`,
    );
  const more = found.length > SHOWN ? [`  … and ${found.length - SHOWN} more`] : [];
  return [`${found.length} figures ${repair ? 'repaired' : 'are wrong'}.`, ...lines, ...more].join('\n');
}
