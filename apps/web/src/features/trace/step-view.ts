// What every tab of the panel is given: the step that is looked at, and how to go to another.
import type { OpenCall } from '../../lib/steps/sentences.ts';
import type { Step } from '../../lib/steps/step-tree.ts';
import type { GrowingStep } from './growth.ts';
import type { TraceAddress } from './trace-address.ts';

export interface StepView {
  address: TraceAddress;
  step: Step;
  /** Index of the call that is looked at; -1 = all of the step. */
  call: number;
  /** How a call is told that has no end. */
  open: OpenCall;
  /** Its texts are still being written. */
  growing: GrowingStep | undefined;
  find: string;
  /** Where the panel leads to: another step, another time, a conversation to go on with. */
  /** `step 6`, by the span of its model call. */
  labelOf: (spanId: string) => string | undefined;
  onGoto: (key: string) => void;
  onTravel: (step: number) => void;
  onConversation: () => void;
}
