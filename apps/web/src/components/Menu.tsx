'use client';
import { lazy } from 'react';
import type { MenuProps } from './menu-props.ts';
import { WhenPressed } from './WhenPressed.tsx';

const load = async () => ({ default: (await import('./MenuWithPopup.tsx')).MenuWithPopup });
const MenuWithPopup = lazy(load);

/** A button that opens a list of commands; arrow keys, type-ahead, Esc. */
export function Menu(props: MenuProps) {
  return (
    <WhenPressed trigger={props.trigger} popup="menu" load={load}>
      {() => <MenuWithPopup {...props} />}
    </WhenPressed>
  );
}
