'use client';
import { later } from '../../lib/later.ts';
import type { MenuProps } from './menu-props.ts';
import { WhenPressed } from './WhenPressed.tsx';

const MenuWithPopup = later(async () => (await import('./MenuWithPopup.tsx')).MenuWithPopup);

/** A button that opens a menu; supports arrow keys, type-ahead and Escape. */
export function Menu(props: MenuProps) {
  return (
    <WhenPressed trigger={props.trigger} popup="menu" load={MenuWithPopup.load}>
      {() => <MenuWithPopup {...props} />}
    </WhenPressed>
  );
}
