// Secrets do not leave the machine: the rules for credentials that a project can have at the server, applied before.
import { compileRules, OPEN_RULES, type EntityName } from '@subtext/privacy';
import type { Attributes, AttributeValue } from '@subtext/reasoning';

const CREDENTIALS: EntityName[] = [
  ...(['jwt', 'bearer-token', 'aws-key', 'openai-key', 'anthropic-key', 'github-key', 'other-key'] as const),
  'private-key',
];
/** Whatever stands under these names in JSON. */
const NAMES = ['password', 'passwd', 'api_key', 'apikey', 'secret', 'authorization'];

/** A text that cannot be searched, such as one of more than a million characters, is withheld. */
export function maskSecrets({
  keepSecrets = false,
}: {
  keepSecrets?: boolean | undefined;
}): (attributes: Attributes) => Attributes {
  if (keepSecrets) return (attributes) => attributes;
  const { masker } = compileRules({ ...OPEN_RULES, mask: { keys: NAMES, patterns: [], entities: CREDENTIALS } });
  return (attributes) => {
    const masking = masker?.begin();
    const mask = (value: AttributeValue): AttributeValue => {
      if (typeof value === 'string') return masking?.text(value) ?? value;
      return Array.isArray(value) ? value.map((text) => masking?.text(text) ?? text) : value;
    };
    return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, mask(value)]));
  };
}
