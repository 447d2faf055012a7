// Every procedure of the app. A test enumerates this router and proves that each is behind the gate.
import { createCallerFactory, router } from '../trpc/trpc.ts';
import { accountRouter } from './account/account.ts';
import { alertsRouter } from './settings/alerts.ts';
import { auditRouter } from './settings/audit.ts';
import { budgetsRouter } from './settings/budgets.ts';
import { captureRouter } from './settings/capture.ts';
import { compareRouter } from './trace/compare.ts';
import { costsRouter } from './costs/costs.ts';
import { experimentsRouter } from './experiments.ts';
import { keysRouter } from './settings/keys.ts';
import { liveRouter } from './trace/live.ts';
import { membersRouter } from './settings/members.ts';
import { onboardingRouter } from './settings/onboarding.ts';
import { organizationRouter } from './settings/organization.ts';
import { paletteRouter } from './palette.ts';
import { providerKeysRouter } from './settings/provider-keys.ts';
import { pricesRouter } from './settings/prices.ts';
import { projectsRouter } from './settings/projects.ts';
import { quarantineRouter } from './settings/quarantine.ts';
import { releasesRouter } from './releases/releases.ts';
import { deletionsRouter } from './settings/deletions.ts';
import { exportsRouter } from './settings/exports.ts';
import { holdsRouter } from './settings/holds.ts';
import { retentionRouter } from './settings/retention.ts';
import { scoresRouter } from './scores.ts';
import { searchRouter } from './search.ts';
import { sessionsRouter } from './sessions.ts';
import { shareLinksRouter } from './settings/share-links.ts';
import { traceRouter } from './trace/trace.ts';
import { tracesRouter } from './traces.ts';
import { viewsRouter } from './views.ts';

export const appRouter = router({
  account: accountRouter,
  alerts: alertsRouter,
  audit: auditRouter,
  budgets: budgetsRouter,
  capture: captureRouter,
  compare: compareRouter,
  costs: costsRouter,
  experiments: experimentsRouter,
  keys: keysRouter,
  live: liveRouter,
  members: membersRouter,
  onboarding: onboardingRouter,
  organization: organizationRouter,
  palette: paletteRouter,
  prices: pricesRouter,
  providerKeys: providerKeysRouter,
  projects: projectsRouter,
  quarantine: quarantineRouter,
  releases: releasesRouter,
  deletions: deletionsRouter,
  exports: exportsRouter,
  holds: holdsRouter,
  retention: retentionRouter,
  scores: scoresRouter,
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
