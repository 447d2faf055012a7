'use client';
import { Columns3 } from 'lucide-react';
import { later } from '../../../lib/later.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { WhenPressed } from '../../../components/controls/WhenPressed.tsx';
import type { ColumnsMenuProps } from './ColumnsPopup.tsx';

const ColumnsPopup = later(async () => (await import('./ColumnsPopup.tsx')).ColumnsPopup);

/** Selects, orders and resizes the columns of a list: everything that dragging the heads does, as buttons. */
export function ColumnsMenu(props: ColumnsMenuProps) {
  const trigger = (
    <Button>
      <Columns3 size={14} aria-hidden /> <span className="word">Columns</span>
    </Button>
  );
  return (
    <WhenPressed trigger={trigger} popup="dialog" load={ColumnsPopup.load}>
      {() => <ColumnsPopup {...props} trigger={trigger} />}
    </WhenPressed>
  );
}
