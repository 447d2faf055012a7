/** All faults, in the order of the report. */
import { CLOCKS } from './clock.ts';
import { CONNECTIONS } from './connections.ts';
import { DISK } from './disk.ts';
import type { Fault } from './fault.ts';
import { HOSTILE } from './hostile.ts';
import { KILLS } from './kills.ts';

export const FAULTS: readonly Fault[] = [...KILLS, ...DISK, ...CONNECTIONS, ...HOSTILE, ...CLOCKS];
