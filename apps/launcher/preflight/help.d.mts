import type { Command } from '../src/command-line.ts';

export declare const HELP: Record<Command, string>;
