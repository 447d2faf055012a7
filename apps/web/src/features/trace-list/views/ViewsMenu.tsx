'use client';
import { later } from '../../../lib/later.ts';
import { ChevronDown } from 'lucide-react';
import { Button } from '../../../components/controls/Button.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { WhenPressed } from '../../../components/controls/WhenPressed.tsx';
import { isChanged } from './list-views.ts';
import type { ViewsMenuProps } from './ViewsPopup.tsx';
import styles from '../list.module.css';

const ViewsPopup = later(async () => (await import('./ViewsPopup.tsx')).ViewsPopup);

/** The menu of saved views and their actions. */
export function ViewsMenu(props: ViewsMenuProps) {
  const { view, address } = props.list;
  const trigger = (
    <Button>
      <span className={styles.viewName}>
        View{view && ': '}
        {view && <PlainText text={view.name} />}
        {view && isChanged(address, view) && ' (changed)'}
      </span>
      <ChevronDown size={14} aria-hidden />
    </Button>
  );
  return (
    <WhenPressed trigger={trigger} popup="menu" load={ViewsPopup.load}>
      {() => <ViewsPopup {...props} trigger={trigger} />}
    </WhenPressed>
  );
}
