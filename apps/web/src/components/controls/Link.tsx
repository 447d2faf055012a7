'use client';
// A link inside the app. Next's own adds 3 kB gzip to the first load, for kinds of URLs and prefetching that no page
// here uses.
import type { ComponentProps, MouseEvent } from 'react';
import { useRouter } from '../../lib/address/address-state.ts';

interface LinkProps extends ComponentProps<'a'> {
  href: string;
  /** False for long lists of links, most of which are never followed. */
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

/** The browser handles it: another tab or window, a download, or another mouse button. */
const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey, currentTarget }: MouseEvent<HTMLAnchorElement>) =>
  button !== 0 ||
  [metaKey, ctrlKey, shiftKey, altKey].includes(true) ||
  (currentTarget.target !== '' && currentTarget.target !== '_self') ||
  currentTarget.hasAttribute('download');
