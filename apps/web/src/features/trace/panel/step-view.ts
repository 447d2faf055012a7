// The props of every tab in the panel: the selected step, and functions that go to others.
import type { OpenCall } from '../../../lib/steps/call-outcome.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import type { GrowingStep } from '../live/growth.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';

export interface StepView {
  address: TraceAddress;
  step: Step;
  /** Index of the selected call; -1 = the whole step. */
  call: number;
  /** How a call without an end is described. */
  open: OpenCall;
  /** Set while the step's texts are streaming. */
  growing: GrowingStep | undefined;
  find: string;
  /** The places that the panel links to: another step, another time, the conversation export. */
  /** `step 6`, from the span of its model call. */
  labelOf: (spanId: string) => string | undefined;
  onGoto: (key: string) => void;
  onTravel: (step: number) => void;
  onConversation: () => void;
}
