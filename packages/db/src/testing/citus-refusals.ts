/**
 * What Citus 13.2.2 refuses in a migration that PostgreSQL accepts, and what to write instead. Works on the SQL text
 * alone, so that it can be checked without Citus. The text alone does not show joins that are not by project, nor own
 * functions that are not immutable.
 */
import { statementsOf } from '../postgres/sql-statements.ts';

export interface Tables {
  /** Distributed by project. */
  distributed: readonly string[];
  /** Stored completely on every node. */
  everywhere: readonly string[];
  /** The tables of `everywhere` that others reference. */
  referred: readonly string[];
}

interface Statement {
  text: string;
  table: string | undefined;
  /** For an ALTER TABLE: its comma-separated actions. */
  commands: string[];
}

interface Refusal {
  isRefused(statement: Statement, tables: Tables): boolean;
  instead: string;
}

const CONSTRAINT = /^add (constraint|primary key|unique|check|foreign key|exclude)\b/i;
const NAMED = /\bconstraint \w+ (?=check\b)/i;
const isChange = ({ text }: Statement) => /^(with\b.*\b)?(update|delete from)\b/i.test(text);
const addsColumn = (command: string) => /^add\b/i.test(command) && !CONSTRAINT.test(command);

const REFUSALS: readonly Refusal[] = [
  {
    isRefused: ({ text, commands }) =>
      commands.length > 0 && /\b(small|big)?serial\b|\bas identity\b|\bdefault nextval\b/i.test(text),
    instead: 'No column that counts can be added to a table that is there: let the rows have a uuid.',
  },
  {
    isRefused: ({ commands }) => commands.length > 1 && commands.some((command) => CONSTRAINT.test(command)),
    instead: 'A constraint is added alone: give it an ALTER TABLE of its own.',
  },
  {
    isRefused: ({ commands }) =>
      commands.some((command) => addsColumn(command) && /\bcheck\b/i.test(command) && !NAMED.test(command)),
    instead: 'A check that comes with its column has a name: CONSTRAINT … CHECK.',
  },
  {
    // A reference that is also named crashes the server of every worker.
    isRefused: ({ commands }) =>
      commands.length > 1 &&
      commands.some((command) => addsColumn(command) && /\b(unique|primary key|references)\b/i.test(command)),
    instead: 'A column that refers to a table, or is a key, is added alone: give it an ALTER TABLE of its own.',
  },
  {
    isRefused: ({ commands }) => commands.some((command) => /^rename constraint\b/i.test(command)),
    instead: 'A constraint keeps its name; or drop it, and add it anew in a second statement.',
  },
  {
    isRefused: ({ commands }) => commands.some((command) => /\bset (storage|statistics)\b/i.test(command)),
    instead: 'Storage and statistics of a column are set when its table is made.',
  },
  {
    isRefused: ({ text }) => /^drop index\b[^,]*,/i.test(text),
    instead: 'An index is dropped alone: write a DROP INDEX for each.',
  },
  {
    isRefused: ({ text }) => /^(create|drop)( or replace)?( constraint)? trigger\b/i.test(text),
    instead: 'There are no triggers: write what they would do in the statement that stores.',
  },
  {
    isRefused: (statement) =>
      isChange(statement) && /\b(gen_random_uuid|random|clock_timestamp|nextval)\(/i.test(statement.text),
    instead: 'A change computes the same on every node: no function that answers differently each time.',
  },
  {
    isRefused: (statement) =>
      isChange(statement) && /\b(coalesce ?\([^)]*|case\b((?!\bend\b).)*)\bnow\(/i.test(statement.text),
    instead: 'No now() within coalesce or CASE: write two statements, each with a WHERE.',
  },
  {
    isRefused: (statement) =>
      isChange(statement) &&
      /\b(date_trunc|to_char|array_to_string|concat|to_jsonb) ?\(|\w::date\b|\w [+-] interval\b/i.test(statement.text),
    instead:
      'A change puts no column into a function that depends on settings: compute it in a subquery with GROUP BY, or with one that is immutable, as (… AT TIME ZONE …)::date.',
  },
  {
    isRefused: ({ text }) => /\bon conflict\b.*\bdo update\b.*\bnow\(/i.test(text),
    instead: 'No now() where a conflict is resolved: take it from EXCLUDED.',
  },
  {
    isRefused: (statement, { distributed, everywhere }) =>
      isChange(statement) && everywhere.includes(statement.table ?? '') && names(distributed).test(statement.text),
    instead: 'A table that is on every node is not changed by what is in those of the projects: do it in code.',
  },
];

/** Returns a sentence for each statement that would be refused, with its first words. */
export function refusalsOf(migration: string, tables: Tables): string[] {
  const statements = statementsOf(migration).map(read);
  const local = statements.flatMap(({ text }) => /^create table (\w+)(?!.*\breferences\b)/i.exec(text)?.[1] ?? []);
  const found = statements
    .filter(({ table }) => table === undefined || !local.includes(table))
    .flatMap((statement) =>
      REFUSALS.filter(({ isRefused }) => isRefused(statement, tables)).map(({ instead }) =>
        sentence(instead, statement),
      ),
    );
  return [...found, ...tooLate(statements, tables)];
}

/**
 * After a transaction ran commands on all nodes in parallel, it cannot use a table that others reference, unless it
 * used it before.
 */
function tooLate(statements: Statement[], { distributed, referred }: Tables): string[] {
  const changes = ({ text, table }: Statement, name: string) =>
    table === name || (/^create table\b/i.test(text) && new RegExp(`\\breferences ${name}\\b`, 'i').test(text));
  const begun = statements.findIndex(({ text }) => names(distributed).test(text));
  return referred.flatMap((name) => {
    const first = statements.findIndex((statement) => changes(statement, name));
    const instead = `What changes ${name}, or makes a table that refers to it, comes before all that touches tables of the projects.`;
    return begun === -1 || first <= begun ? [] : [sentence(instead, statements[first]!)];
  });
}

const sentence = (instead: string, { text }: Statement) => `${instead} («${text.slice(0, 80)}»)`;

const names = (tables: readonly string[]) => new RegExp(`\\b(${tables.join('|')})\\b`, 'i');

const TABLE =
  /^(?:alter table(?: if exists)?(?: only)?|update(?: only)?|delete from(?: only)?|insert into|create (?:unique )?index\b.*? on(?: only)?) (\w+)/i;

/** Removes comments, quoted text, and subqueries that are computed separately. */
function read(statement: string): Statement {
  const text = statement
    .replaceAll(/--[^\n]*|\/\*[^]*?\*\//g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [start = '', table] = TABLE.exec(text) ?? [];
  const commands = /^alter table\b/i.test(text) ? splitAtCommas(text.slice(start.length)) : [];
  return { text: withoutGrouped(text), table: table?.toLowerCase(), commands };
}

function splitAtCommas(text: string): string[] {
  let depth = 0;
  const parts = [''];
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

/**
 * Reduces each `(SELECT … GROUP BY …)` to its tables. It is computed before the rest, and may contain what the rest may
 * not.
 */
function withoutGrouped(text: string): string {
  const start = /\( ?select\b/i.exec(text)?.index;
  if (start === undefined) return text;
  const end = closing(text, start);
  const inside = text.slice(start + 1, end);
  const kept = /\bgroup by\b/i.test(inside)
    ? ` ${[...inside.matchAll(/\b(?:from|join) (\w+)/gi)].map(([, table]) => table).join(' ')} `
    : withoutGrouped(inside);
  return text.slice(0, start) + kept + withoutGrouped(text.slice(end + 1));
}

function closing(text: string, start: number): number {
  let depth = 0;
  for (let place = start; place < text.length; place++) {
    if (text[place] === '(') depth++;
    if (text[place] === ')' && --depth === 0) return place;
  }
  return text.length;
}
