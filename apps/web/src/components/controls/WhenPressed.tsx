'use client';
// A button whose popup code loads after the page, at the latest on hover or focus; once pressed, the popup's own button
// replaces it. The positioning code weighs as much as the rest of a page, and most popups are never opened.
import { cloneElement, Suspense, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react';

interface WhenPressedProps {
  trigger: ReactElement<ComponentProps<'button'>>;
  popup: 'menu' | 'dialog';
  /** Loads the code of the popup; may be called repeatedly. */
  load: () => Promise<unknown>;
  /** The popup with its own button, open from the start. */
  children: () => ReactNode;
}

export function WhenPressed({ trigger, popup, load, children }: WhenPressedProps) {
  const [pressed, setPressed] = useState(false);
  const near = () => void load();
  const waiting = cloneElement(trigger, {
    'aria-haspopup': popup,
    'aria-expanded': pressed,
    onPointerEnter: near,
    onFocus: near,
    onClick: () => setPressed(true),
  });
  return pressed ? <Suspense fallback={waiting}>{children()}</Suspense> : waiting;
}
