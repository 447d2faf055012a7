// Every procedure of the app. A test enumerates this router and proves that the gate stands before each.
import { router } from '../trpc.ts';
import { keysRouter } from './keys.ts';

export const appRouter = router({
  keys: keysRouter,
});

export type AppRouter = typeof appRouter;
