'use client';
// A link inside the app. That of Next brings 3 kB gzip into the first load, for kinds of addresses and of prefetching that no page here has.
import type { ComponentProps, MouseEvent } from 'react';
import { useRouter } from '../lib/address-state.ts';

interface LinkProps extends ComponentProps<'a'> {
  href: string;
  /** False where there are many, of which few are followed. */
  prefetch?: boolean;
}

export function Link({ href, prefetch = true, onClick, onPointerEnter, ...props }: LinkProps) {
  const router = useRouter();
  return (
    <a
      {...props}
      href={href}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        if (prefetch) router.prefetch(href);
      }}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || isForBrowser(event)) return;
        event.preventDefault();
        router.push(href);
      }}
    />
  );
}

/** Another tab or window, a download, or another way to press it. */
const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey, currentTarget }: MouseEvent<HTMLAnchorElement>) =>
  button !== 0 ||
  [metaKey, ctrlKey, shiftKey, altKey].includes(true) ||
  (currentTarget.target !== '' && currentTarget.target !== '_self') ||
  currentTarget.hasAttribute('download');
