'use client';
import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';

export interface MenuItem {
  id: string;
  label: ReactNode;
  onSelect: () => void;
  /** Given for choices of which one holds. */
  checked?: boolean;
}

export interface MenuProps {
  trigger: ReactElement;
  items: readonly MenuItem[];
  /** Text above the items that is no command. */
  heading?: ReactNode;
}

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
