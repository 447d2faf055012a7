'use client';
// The traces, sessions, users and names that the palette found, each with a link to what it is about.
import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { pagePath, sessionPath, tracePath } from '../../lib/address/pages.ts';
import { filterText } from '../../lib/traces/filter-text.ts';
import { traceTitle } from '../../lib/traces/trace-title.ts';
import { RelativeTime } from '../figures/RelativeTime.tsx';
import { PlainText } from '../text/PlainText.tsx';
import type { PaletteFinds } from './use-palette-find.ts';
import styles from './Palette.module.css';

interface FoundItem {
  path: string;
  label: string;
  /** Beside the label: when it was, or what the link shows. */
  note?: ReactNode;
}

export function PaletteFound({ groups, onGo }: { groups: readonly FoundGroup[]; onGo: (path: string) => void }) {
  return groups.map(({ heading, items }) => (
    <Command.Group key={heading} heading={heading} className={styles.group}>
      {items.map(({ path, label, note }) => (
        <Command.Item key={path} value={path} onSelect={() => onGo(path)} className={styles.item}>
          <span className={styles.label}>
            <PlainText text={label} />
          </span>
          {note && <span className={styles.note}>{note}</span>}
        </Command.Item>
      ))}
    </Command.Group>
  ));
}

interface FoundGroup {
  heading: string;
  items: FoundItem[];
}

/** Without empty groups; the last one leads to the pages that search. */
export function foundGroups(project: string, typed: string, finds: PaletteFinds | undefined): FoundGroup[] {
  const groups = [...(finds ? groupsOf(project, finds) : []), wordGroup(project, typed.trim())];
  return groups.filter(({ items }) => items.length > 0);
}

/** In all time, because what was found may be of any age. */
const listOf = (project: string, page: 'traces' | 'search', q: string): string =>
  `${pagePath(project, page)}?${new URLSearchParams({ q, range: 'all' }).toString()}`;

function groupsOf(project: string, finds: PaletteFinds): FoundGroup[] {
  const filtered = (field: string) => (label: string) => ({
    ...{ label, path: listOf(project, 'traces', filterText(field, label)), note: 'its traces' },
  });
  return [
    {
      heading: 'Traces',
      items: finds.traces.map((trace) => ({
        path: tracePath(project, trace.id),
        label: traceTitle(trace),
        note: <RelativeTime time={trace.startedAt} ago />,
      })),
    },
    {
      heading: 'Sessions',
      items: finds.sessions.map(({ id, lastAt }) => ({
        path: sessionPath(project, id),
        label: id,
        note: <RelativeTime time={lastAt} ago />,
      })),
    },
    { heading: 'Users', items: finds.users.map(({ id }) => filtered('user')(id)) },
    { heading: 'Tools', items: finds.tools.map(filtered('tool')) },
    { heading: 'Agents', items: finds.agents.map(filtered('agent')) },
    { heading: 'Models', items: finds.models.map(filtered('model')) },
  ];
}

/** The searches that show more than the palette does. */
function wordGroup(project: string, text: string): FoundGroup {
  const searches = [
    { label: `Traces with “${text}”`, path: listOf(project, 'traces', text) },
    { label: `Thoughts and calls with “${text}”`, path: listOf(project, 'search', text) },
  ];
  return { heading: 'Search', items: text ? searches : [] };
}
