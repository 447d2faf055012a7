'use client';
import { lazy, Suspense } from 'react';
import type { MenuProps } from './menu-props.ts';

// What positions a popup weighs as much as the rest of the shell, so it comes after the page; until then the button stands alone.
const MenuWithPopup = lazy(async () => ({ default: (await import('./MenuWithPopup.tsx')).MenuWithPopup }));

/** A button that opens a list of commands; arrow keys, type-ahead, Esc. */
export function Menu(props: MenuProps) {
  return (
    <Suspense fallback={props.trigger}>
      <MenuWithPopup {...props} />
    </Suspense>
  );
}
