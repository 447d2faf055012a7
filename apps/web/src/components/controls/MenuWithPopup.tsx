'use client';
import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { MenuProps } from './menu-props.ts';
import styles from './MenuWithPopup.module.css';

/** The popup of Menu.tsx, loaded when the menu is opened. */
export function MenuWithPopup({ trigger, items, heading }: MenuProps) {
  return (
    <BaseMenu.Root modal={false} defaultOpen>
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
