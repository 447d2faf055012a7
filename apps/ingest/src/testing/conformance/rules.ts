/** Every rule that an OTLP receiver has to keep, in the order of the table. */
import { BUDGET_RULES } from './budget-rules.ts';
import { EXPORTER_RULES } from './exporter-rules.ts';
import { GRPC_RULES } from './grpc-rules.ts';
import { HTTP_RULES } from './http-rules.ts';
import type { Rule } from './rule.ts';

export const RULES: readonly Rule[] = [...HTTP_RULES, ...GRPC_RULES, ...BUDGET_RULES, ...EXPORTER_RULES];
