/** Asks the open experiments (docs/experiments.md) in a thread of its own, so that reading long conversations delays no request. */
export { experimentInThread, type ExperimentMessage } from './experiment-thread.ts';
