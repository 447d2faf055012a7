'use client';
// Saves the current grouping as a CSV file.
import { Download } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { saveCsv } from '../../lib/save-csv.ts';

export function SaveCut({ name, csv }: { name: string; csv: (() => string) | undefined }) {
  return (
    <Button
      disabled={csv === undefined}
      title="Download the current table as CSV"
      onClick={() => csv && saveCsv(name, [csv()])}
    >
      <Download size={14} aria-hidden /> CSV
    </Button>
  );
}
