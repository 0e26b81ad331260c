import { count } from '../format/numbers.ts';
import { texts } from '../texts/en/operate/agents.ts';
import type { Run } from './ledger-flow.ts';

/** Says in words what an agent did to rows before it sent them. */
export function treatmentWords({ treatment: how }: Pick<Run, 'treatment'>): string {
  const parts = [
    how.sampling > 1 ? texts.sampled(count(how.sampling)) : '',
    how.client_prefix_v4 < 32 || how.client_prefix_v6 < 128
      ? texts.prefix(String(how.client_prefix_v4), String(how.client_prefix_v6))
      : '',
    how.client_pseudonym ? texts.pseudonym : '',
    how.name_labels > 0 ? texts.labels(count(how.name_labels)) : '',
    how.filters.length > 0 ? texts.filters(count(how.filters.length)) : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? texts.untreated : parts.join(', ');
}
