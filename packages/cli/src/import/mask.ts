// Secrets do not leave the machine: the rules for credentials that a project can have at the server, applied before.
import { compileRules, OPEN_RULES, type EntityName } from '@subtext/privacy';
import type { Attributes, AttributeValue } from '@subtext/reasoning';
import type { ImportedSpan } from './spans.ts';

const CREDENTIALS: EntityName[] = [
  ...(['jwt', 'bearer-token', 'aws-key', 'openai-key', 'anthropic-key', 'github-key', 'other-key'] as const),
  'private-key',
];
/** Whatever stands under these names in JSON. */
const NAMES = ['password', 'passwd', 'api_key', 'apikey', 'secret', 'authorization'];

/** A text that cannot be searched, such as one of more than a million characters, is withheld. */
export function maskSecrets(): (span: ImportedSpan) => ImportedSpan {
  const { masker } = compileRules({ ...OPEN_RULES, mask: { keys: NAMES, patterns: [], entities: CREDENTIALS } });
  return (span) => {
    const masking = masker?.begin();
    const mask = (value: AttributeValue): AttributeValue => {
      if (typeof value === 'string') return masking?.text(value) ?? value;
      return Array.isArray(value) ? value.map((text) => masking?.text(text) ?? text) : value;
    };
    const attributes: Attributes = Object.fromEntries(
      Object.entries(span.attributes).map(([name, value]) => [name, mask(value)]),
    );
    return { ...span, attributes };
  };
}
