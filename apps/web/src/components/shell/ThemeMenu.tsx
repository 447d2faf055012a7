'use client';
import { Contrast } from 'lucide-react';
import { useTheme } from 'next-themes';
import { THEMES } from '../../lib/themes.ts';
import { IconButton } from '../controls/Button.tsx';
import { Menu } from '../controls/Menu.tsx';

export function ThemeMenu() {
  const { theme = 'system', setTheme } = useTheme();
  return (
    <Menu
      trigger={
        <IconButton label="Theme">
          <Contrast size={16} aria-hidden />
        </IconButton>
      }
      items={THEMES.map(({ id, label }) => ({ id, label, checked: theme === id, onSelect: () => setTheme(id) }))}
    />
  );
}
