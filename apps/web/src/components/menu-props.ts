// What a menu is given, whichever half of it draws: the button at once, the popup when its code is there.
import type { ComponentProps, ReactElement, ReactNode } from 'react';

export interface MenuItem {
  id: string;
  label: ReactNode;
  onSelect: () => void;
  /** Given for choices of which one holds. */
  checked?: boolean;
}

export interface MenuProps {
  trigger: ReactElement<ComponentProps<'button'>>;
  items: readonly MenuItem[];
  /** Text above the items that is no command. */
  heading?: ReactNode;
}
