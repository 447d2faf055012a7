'use client';
// The frame of a trace that was opened by a link. What is inside asks as it always does, and is answered by the gate of
// the link: its own client, its own cache, nothing of a session.
import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { AbsoluteTime } from '../../components/figures/AbsoluteTime.tsx';
import { Logo } from '../../components/Logo.tsx';
import { ThemeMenu } from '../../components/shell/ThemeMenu.tsx';
import { makeQueryClient } from '../../lib/requests/query-client.ts';
import type { Shows } from '../../lib/traces/share.ts';
import { SharedTraceProvider } from '../../lib/traces/shared-trace.ts';
import { gateAt, GateProvider } from '../../lib/requests/trpc.ts';
import { kindsIn } from './share-words.ts';
import styles from './share.module.css';

interface SharedTraceProps {
  token: string;
  shows: Shows;
  expiresAt: Date | null;
  children: ReactNode;
}

/**
 * The gate of links answers the procedures of a trace in the shapes of the app's router; the compiler holds that where
 * they are written.
 */
function makeClients(token: string) {
  return { gate: gateAt(`/s/${token}/api`), queryClient: makeQueryClient() };
}

export function SharedTrace({ token, shows, expiresAt, children }: SharedTraceProps) {
  const [{ gate, queryClient }] = useState(() => makeClients(token));
  const withheld = kindsIn(shows, false);
  return (
    <QueryClientProvider client={queryClient}>
      <GateProvider value={gate}>
        <SharedTraceProvider value={shows}>
          <header className={styles.bar}>
            <span className={styles.name}>
              <Logo />
              Subtext
            </span>
            <span>Shared trace, read only.{withheld && ` Not shared: ${withheld}.`}</span>
            <span className={styles.end}>
              {expiresAt && (
                <>
                  The link ends <AbsoluteTime time={expiresAt} />
                </>
              )}
            </span>
            <ThemeMenu />
          </header>
          <main id="main">{children}</main>
        </SharedTraceProvider>
      </GateProvider>
    </QueryClientProvider>
  );
}
