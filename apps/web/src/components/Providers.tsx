'use client';
// Everything the screens find around them: theme, queries, URL state, keyboard, toasts.
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createTRPCClient } from '@trpc/client';
import { httpBatchLink } from '@trpc/client/links/httpBatchLink';
import { httpLink } from '@trpc/client/links/httpLink';
import { splitLink } from '@trpc/client/links/splitLink';
import { ThemeProvider } from 'next-themes';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import dynamic from 'next/dynamic';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import superjson from 'superjson';
import { KeyboardProvider } from '../lib/keyboard/KeyboardProvider.tsx';
import { makeQueryClient } from '../lib/query-client.ts';
import { hasToasts, onFirstToast } from '../lib/toast.ts';
import { TRPCProvider } from '../lib/trpc.ts';
import type { AppRouter } from '../server/routers/index.ts';

const Toasts = dynamic(async () => (await import('./Toasts.tsx')).Toasts, { ssr: false });

/** What draws toasts is fetched when the first one is there. */
function ToastsWhenNeeded() {
  const needed = useSyncExternalStore(onFirstToast, hasToasts, () => false);
  return needed && <Toasts />;
}

const ENDPOINT = { url: '/api/trpc', transformer: superjson };

function makeTrpcClient() {
  return createTRPCClient<AppRouter>({
    links: [
      // A slow query goes alone, so that quick ones need not wait for it: `queryOptions(input, { trpc: { context: { alone: true } } })`.
      splitLink({
        condition: (operation) => operation.context.alone === true,
        true: httpLink(ENDPOINT),
        false: httpBatchLink({ ...ENDPOINT, maxURLLength: 4000 }),
      }),
    ],
  });
}

let browserQueryClient: QueryClient | undefined;
// One per browser tab; on the server one per render, so that nobody reads another's results.
const queryClientHere = () =>
  typeof window === 'undefined' ? makeQueryClient() : (browserQueryClient ??= makeQueryClient());

export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const queryClient = queryClientHere();
  const [trpcClient] = useState(makeTrpcClient);
  return (
    <ThemeProvider attribute="data-theme" defaultTheme="system" enableSystem disableTransitionOnChange nonce={nonce}>
      <CSPProvider nonce={nonce}>
        <QueryClientProvider client={queryClient}>
          <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
            <NuqsAdapter>
              <KeyboardProvider>
                {children}
                <ToastsWhenNeeded />
              </KeyboardProvider>
            </NuqsAdapter>
          </TRPCProvider>
        </QueryClientProvider>
      </CSPProvider>
    </ThemeProvider>
  );
}
