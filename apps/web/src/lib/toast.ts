// Toasts report the result of a user's action; errors stay inline where they happened. This file has only the queue,
// because the code that renders it loads after the page.

export interface ToastMessage {
  title: string;
  description?: string;
}

const waiting: ToastMessage[] = [];
let wanted = false;
let onWanted: (() => void) | undefined;
let show: ((message: ToastMessage) => void) | undefined;

export function toast(title: string, description?: string): void {
  if (show) return show({ title, description });
  waiting.push({ title, description });
  wanted = true;
  onWanted?.();
}

/** True after the first toast, with a subscription to it. */
export const hasToasts = (): boolean => wanted;
export function onFirstToast(onChange: () => void): () => void {
  onWanted = onChange;
  return () => (onWanted = undefined);
}

/** Renders queued and new toasts until the returned function is called. */
export function showToasts(draw: (message: ToastMessage) => void): () => void {
  show = draw;
  for (const message of waiting.splice(0)) draw(message);
  return () => {
    show = undefined;
  };
}
