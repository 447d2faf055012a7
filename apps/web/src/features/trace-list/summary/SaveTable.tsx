'use client';
// Saves the list as CSV: loads all pages with the current filter and order, then downloads the file.
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { exactCount, plural } from '../../../lib/figures/format.ts';
import { saveCsv } from '../../../lib/files/save-csv.ts';
import { toast } from '../../../lib/toast.ts';
import { useTRPCClient, type RouterInputs, type RouterOutputs } from '../../../lib/requests/trpc.ts';
import type { List } from '../use-list.ts';

/** Larger exports need a database, not a spreadsheet. */
const MAX_ROWS = 200_000;

interface SaveTableProps {
  project: string;
  list: List;
  totals: RouterOutputs['traces']['totals'];
}

export function SaveTable({ project, list: { q, range, order }, totals }: SaveTableProps) {
  const client = useTRPCClient();
  const [rows, setRows] = useState<number | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const save = async () => {
    const abort = new AbortController();
    running.current = abort;
    const parts: string[] = [];
    let [count, cursor]: [number, RouterInputs['traces']['table']['cursor']] = [0, null];
    do {
      setRows(count);
      const page = await client.traces.table.query(
        { project, q, range, ...order, cursor },
        { signal: abort.signal, context: { alone: true } },
      );
      parts.push(page.csv);
      count += page.rows;
      cursor = page.next;
    } while (cursor !== null && count < MAX_ROWS);
    saveCsv(`traces-${new Date().toISOString().slice(0, 10)}`, parts);
    toast('Table saved', `${plural(count, 'trace')}${cursor === null ? '' : ': the first of more'}.`);
  };
  const press = () => {
    if (rows !== null) return running.current?.abort();
    save()
      .catch((error: unknown) => {
        if (!running.current?.signal.aborted) toast('The table could not be saved', String(error));
      })
      .finally(() => setRows(null));
  };
  const of = totals.capped ? '' : ` of ${exactCount(totals.traces)}`;
  return (
    <Button onClick={press} title="Download the matching traces as CSV">
      <Download size={14} aria-hidden />
      {rows === null ? <span className="word">CSV</span> : `Stop, ${exactCount(rows)}${of}`}
    </Button>
  );
}
