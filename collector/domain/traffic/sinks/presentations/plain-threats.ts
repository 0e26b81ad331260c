import { threatSchema } from '@sonde/shared/schemas/threat.ts';
import { fieldsOf } from '@sonde/shared/sinks/presentations/plain-json.ts';
import { mappingOf } from '@sonde/shared/sinks/presentations/presentation.ts';
import { presentThreat } from '../../monitoring/present-threat.ts';
import type { OutgoingThreat } from './presentation.ts';

/** Changes of threats in the words of the API. */
export const plainThreats = mappingOf<OutgoingThreat>(
  [
    { name: 'change', holds: '`opened`, `worsened` (its severity rose), `resolved` or `reopened`.' },
    { name: 'changed_at', holds: 'When.' },
    ...fieldsOf(threatSchema),
  ],
  (output, { change, at, threat }, ended) => {
    output.json(JSON.stringify({ change, changed_at: at.toISOString(), ...presentThreat(threat) }));
    ended();
  },
);
