/**
 * What the agents of all frameworks have in common: their instructions, and what their tools do. Each result depends
 * only on the order, so a result that is shown for another call or run is noticed.
 */
export const INSTRUCTIONS = {
  orderDesk: 'You are the order desk. Say why an order is late, and refund it if the policy allows that.',
  frontDesk: 'You are the front desk. Ask the courier and billing, each about their own matter.',
  courier: 'You are the courier. You know where parcels are.',
  billing: 'You are billing. You know what was paid.',
  reception: 'You are the reception. Hand claims over to the claims desk.',
  claimsDesk: 'You are the claims desk. You know the policy.',
};

export const DESCRIPTIONS = {
  get_order: 'What was ordered, and when.',
  get_shipment: 'Where the parcel of an order is.',
  get_policy: 'The policy that holds for an order.',
  get_invoice: 'The invoice of an order.',
  refund_order: 'Refunds an order.',
  ask_courier: 'Asks the courier, who knows where parcels are.',
  ask_billing: 'Asks billing, who knows what was paid.',
  claims_desk: 'Knows the policy.',
};

/** A run that is forked with this is a changed application: its policy says something else. */
const policyOf = process.env.CHANGED_POLICY ? 'no refunds' : 'refunds after ten days';

export const getOrder = ({ order }) => `Order ${order}: two lamps, paid on Monday.`;
export const getShipment = ({ order }) => `Shipment of ${order}: it left Porto on Tuesday.`;
export const getPolicy = ({ order }) => `Policy for ${order}: ${policyOf}.`;
export const getInvoice = ({ order }) => `Invoice of ${order}: 84 euros, paid by card.`;
export function refundOrder({ order }) {
  throw new Error(`The refund of ${order} was refused: it is above the limit.`);
}
