import { storedQuerySchema } from '@sonde/shared/schemas/stored-query.ts';
import { threatSchema } from '@sonde/shared/schemas/threat.ts';
import { presentQuery } from '../../monitoring/present-query.ts';
import { presentThreat } from '../../monitoring/present-threat.ts';
import type { Mapping, Presentation } from './presentation.ts';

/** The fields of the API's own objects, which say themselves what they hold. */
function fieldsOf(schema: typeof storedQuerySchema | typeof threatSchema): Mapping<never>['fields'] {
  return Object.entries(schema.shape).map(([name, part]) => ({
    name,
    holds: part.description ?? 'As in the API.',
  }));
}

export const plainJson: Presentation = {
  id: 'json',
  title: 'Flat JSON',
  published: 'the API of this collector: `StoredQuery` and `Threat` at `/docs`',
  isJson: true,
  queries: {
    fields: [
      { name: 'id', holds: 'Of this row on its way out; the same at each attempt.' },
      ...fieldsOf(storedQuerySchema),
    ],
    texts: ({ id, query }) => [JSON.stringify({ id, ...presentQuery(query) })],
  },
  threats: {
    fields: [
      { name: 'change', holds: '`opened`, `worsened` (its severity rose), `resolved` or `reopened`.' },
      { name: 'changed_at', holds: 'When.' },
      ...fieldsOf(threatSchema),
    ],
    texts: ({ change, at, threat }) => [
      JSON.stringify({ change, changed_at: at.toISOString(), ...presentThreat(threat) }),
    ],
  },
};
