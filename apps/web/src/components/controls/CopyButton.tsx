'use client';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from './Button.tsx';

const CONFIRM_FOR = 1500;

interface CopyButtonProps {
  text: string;
  /** The button's label: "Copy key". */
  label?: string;
  iconOnly?: boolean;
}

export function CopyButton({ text, label = 'Copy', iconOnly = false }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), CONFIRM_FOR);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  const words = { ready: label, copied: 'Copied', failed: 'Could not copy' }[state];
  const icon = state === 'copied' ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />;
  return (
    <>
      {iconOnly ? (
        <IconButton label={words} onClick={copy}>
          {icon}
        </IconButton>
      ) : (
        <Button onClick={copy}>
          {icon}
          {words}
        </Button>
      )}
      <span role="status" className="visually-hidden">
        {state === 'ready' ? '' : words}
      </span>
    </>
  );
}
