import { threatSchema } from '@sonde/shared/schemas/threat.ts';
import { fieldsOf } from '@sonde/shared/sinks/presentations/plain-json.ts';
import type { Mapping } from '@sonde/shared/sinks/presentations/presentation.ts';
import { presentThreat } from '../../monitoring/present-threat.ts';
import type { OutgoingThreat } from './presentation.ts';

/** Changes of threats in the words of the API. */
export const plainThreats: Mapping<OutgoingThreat> = {
  fields: [
    { name: 'change', holds: '`opened`, `worsened` (its severity rose), `resolved` or `reopened`.' },
    { name: 'changed_at', holds: 'When.' },
    ...fieldsOf(threatSchema),
  ],
  texts: ({ change, at, threat }) => [
    JSON.stringify({ change, changed_at: at.toISOString(), ...presentThreat(threat) }),
  ],
};
