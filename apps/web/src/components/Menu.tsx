'use client';
import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import styles from './Menu.module.css';

export interface MenuItem {
  id: string;
  label: ReactNode;
  onSelect: () => void;
  /** Given for choices of which one holds. */
  checked?: boolean;
}

interface MenuProps {
  trigger: ReactElement;
  items: readonly MenuItem[];
  /** Text above the items that is no command. */
  heading?: ReactNode;
}

/** A button that opens a list of commands; arrow keys, type-ahead, Esc. */
export function Menu({ trigger, items, heading }: MenuProps) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner align="end" sideOffset={4} className={styles.positioner}>
          <BaseMenu.Popup className={styles.popup}>
            {heading && <div className={styles.heading}>{heading}</div>}
            {items.map((item) => (
              <BaseMenu.Item
                key={item.id}
                className={styles.item}
                onClick={item.onSelect}
                {...(item.checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': item.checked })}
              >
                {item.checked !== undefined && (
                  <span aria-hidden className={styles.check}>
                    {item.checked ? '✓' : ''}
                  </span>
                )}
                {item.label}
              </BaseMenu.Item>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
