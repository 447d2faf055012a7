// Every procedure of the app. A test enumerates this router and proves that each is behind the gate.
import { createCallerFactory, router } from '../trpc.ts';
import { captureRouter } from './capture.ts';
import { compareRouter } from './compare.ts';
import { costsRouter } from './costs.ts';
import { keysRouter } from './keys.ts';
import { liveRouter } from './live.ts';
import { membersRouter } from './members.ts';
import { onboardingRouter } from './onboarding.ts';
import { pricesRouter } from './prices.ts';
import { quarantineRouter } from './quarantine.ts';
import { searchRouter } from './search.ts';
import { sessionsRouter } from './sessions.ts';
import { shareLinksRouter } from './share-links.ts';
import { traceRouter } from './trace.ts';
import { tracesRouter } from './traces.ts';
import { viewsRouter } from './views.ts';

export const appRouter = router({
  capture: captureRouter,
  compare: compareRouter,
  costs: costsRouter,
  keys: keysRouter,
  live: liveRouter,
  members: membersRouter,
  onboarding: onboardingRouter,
  prices: pricesRouter,
  quarantine: quarantineRouter,
  search: searchRouter,
  sessions: sessionsRouter,
  shareLinks: shareLinksRouter,
  trace: traceRouter,
  traces: tracesRouter,
  views: viewsRouter,
});

export type AppRouter = typeof appRouter;

/** Calls procedures from within the server, through the same gate. */
export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;
