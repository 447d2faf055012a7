/** Two small office tools: a contract by clauses, and the morning's mail. */
import { readJson, readSections } from './data.ts';

const DAY = 86_400_000;

export function openContract() {
  const clauses = readSections('contract.md');
  return {
    listClauses: () => [...clauses.keys()],
    readClause: (title: string) => {
      const text = clauses.get(title);
      if (text === undefined)
        throw new Error(`There is no clause "${title}". Clauses: ${[...clauses.keys()].join(', ')}.`);
      return text;
    },
    daysBetween: (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY),
    addDays: (date: string, days: number) => new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10),
  };
}

interface Mail {
  id: string;
  from: string;
  subject: string;
  text: string;
}
const TEAMS = ['safety', 'billing', 'sales'];

export function openMailbox() {
  const mail = readJson<Mail[]>('mail.json');
  const assigned = new Map<string, string>();
  return {
    listMail: () => mail,
    assign: ({ id, team, urgent }: { id: string; team: string; urgent: boolean }) => {
      if (!mail.some((message) => message.id === id)) throw new Error(`There is no mail "${id}".`);
      if (!TEAMS.includes(team)) throw new Error(`There is no team "${team}". Teams: ${TEAMS.join(', ')}.`);
      assigned.set(id, team);
      return { id, team, urgent, open_in_team: [...assigned.values()].filter((other) => other === team).length };
    },
  };
}
