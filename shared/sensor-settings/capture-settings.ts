import { optional } from '../settings/setting.ts';
import { text } from '../settings/setting-types.ts';
import { plainFilter } from './plain-filter.ts';

/** The capture settings are those of the agent's capture that a collector must know too, since they may come from it. */
export const captureSettings = {
  filter: optional(text, {
    placeholder: 'EXPRESSION',
    help: 'pcap-filter(7) expression that narrows the capture further.',
    fromCollector: plainFilter,
  }),
} as const;
