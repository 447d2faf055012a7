'use client';
// Copies to the clipboard and shows a toast about the result.
import { toast } from '../toast.ts';

/** The text may still be loading. */
export async function copy(text: string | Promise<string>, done: string): Promise<void> {
  await Promise.resolve(text)
    .then((copied) => navigator.clipboard.writeText(copied))
    .then(
      () => toast(done),
      (error: unknown) => toast('Could not copy', String(error)),
    );
}

/** When the clipboard is not available, the toast shows the link itself, so that users can copy it by hand. */
export async function copyLink(url = location.href): Promise<void> {
  await navigator.clipboard.writeText(url).then(
    () => toast('Link copied'),
    () => toast('The link could not be copied', url),
  );
}
