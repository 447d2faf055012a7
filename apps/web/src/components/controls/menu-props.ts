// The props of a menu, shared by the button, which renders at once, and the popup, which renders when its code has
// loaded.
import type { ComponentProps, ReactElement, ReactNode } from 'react';

export interface MenuItem {
  id: string;
  label: ReactNode;
  onSelect: () => void;
  /** Set for options of which one is selected. */
  checked?: boolean;
}

export interface MenuProps {
  trigger: ReactElement<ComponentProps<'button'>>;
  items: readonly MenuItem[];
  /** Text above the items that is not a command. */
  heading?: ReactNode;
}
