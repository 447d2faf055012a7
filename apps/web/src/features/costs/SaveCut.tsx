'use client';
// The current cut as a file for a spreadsheet.
import { Download } from 'lucide-react';
import { Button } from '../../components/Button.tsx';

export function SaveCut({ name, csv }: { name: string; csv: (() => string) | undefined }) {
  return (
    <Button
      disabled={csv === undefined}
      title="Save the current cut as a table of comma-separated values"
      onClick={() => csv && save(name, csv())}
    >
      <Download size={14} aria-hidden /> CSV
    </Button>
  );
}

function save(name: string, csv: string): void {
  // The mark in front tells spreadsheets that it is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
