'use client';
import { CircleUserRound } from 'lucide-react';
import { signOut } from '../../lib/sign-out.ts';
import { toast } from '../../lib/toast.ts';
import { IconButton } from '../Button.tsx';
import { Menu } from '../Menu.tsx';

export function UserMenu({ email }: { email: string }) {
  const leave = () => {
    signOut().catch((error: unknown) => toast('Sign-out failed.', String(error)));
  };
  return (
    <Menu
      trigger={
        <IconButton label="You">
          <CircleUserRound size={16} aria-hidden />
        </IconButton>
      }
      heading={email}
      items={[{ id: 'sign-out', label: 'Sign out', onSelect: leave }]}
    />
  );
}
