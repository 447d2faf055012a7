'use client';
import { Contrast } from 'lucide-react';
import { useTheme } from 'next-themes';
import { IconButton } from '../Button.tsx';
import { Menu } from '../Menu.tsx';

export const THEMES = [
  { id: 'system', label: 'As the system' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
] as const;

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
