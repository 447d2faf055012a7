'use client';
// The menus of the top bar. They come after the page, since positioning them needs a large library.
import { ThemeMenu } from './ThemeMenu.tsx';
import { UserMenu } from './UserMenu.tsx';

export function BarMenus({ email }: { email: string }) {
  return (
    <>
      <ThemeMenu />
      <UserMenu email={email} />
    </>
  );
}
