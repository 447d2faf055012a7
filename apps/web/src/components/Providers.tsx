'use client';
// The contexts of all screens: theme, queries, URL state, keyboard, toasts.
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { Suspense, useState, useSyncExternalStore, type ReactNode } from 'react';
import { KeyboardProvider } from '../lib/keyboard/KeyboardProvider.tsx';
import { later } from '../lib/later.ts';
import { makeQueryClient } from '../lib/requests/query-client.ts';
import { hasToasts, onFirstToast } from '../lib/toast.ts';
import { gateAt, GateProvider } from '../lib/requests/trpc.ts';

const Toasts = later(async () => (await import('./states/Toasts.tsx')).Toasts);

/** The code that renders toasts loads with the first toast. */
function ToastsWhenNeeded() {
  const needed = useSyncExternalStore(onFirstToast, hasToasts, () => false);
  return <Suspense>{needed && <Toasts />}</Suspense>;
}

let browserQueryClient: QueryClient | undefined;
// One per browser tab; on the server one per render, so that users never share results.
const queryClientHere = () =>
  typeof window === 'undefined' ? makeQueryClient() : (browserQueryClient ??= makeQueryClient());

export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const queryClient = queryClientHere();
  const [gate] = useState(() => gateAt('/api/trpc'));
  return (
    <ThemeProvider attribute="data-theme" defaultTheme="system" enableSystem disableTransitionOnChange nonce={nonce}>
      <CSPProvider nonce={nonce}>
        <QueryClientProvider client={queryClient}>
          <GateProvider value={gate}>
            <NuqsAdapter>
              <KeyboardProvider>
                {children}
                <ToastsWhenNeeded />
              </KeyboardProvider>
            </NuqsAdapter>
          </GateProvider>
        </QueryClientProvider>
      </CSPProvider>
    </ThemeProvider>
  );
}
