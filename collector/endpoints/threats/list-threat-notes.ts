import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { threatNoteSchema } from '@sonde/shared/schemas/threat.ts';
import { z } from 'zod';
import { checkThreatReach, type RequireThreatPorts } from '../../domain/traffic/monitoring/require-threat.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ThreatHandling } from '../../ports/threats/threats.ts';
import { mostNotes } from './add-threat-note.ts';
import { presentNote } from './present-note.ts';

export const listThreatNotes = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/threats/{id}/notes',
  summary: 'List the notes about a threat',
  description: 'Returns the oldest note first.',
  family: 'DNS monitoring',
  access: 'authenticated',
  ownLocations: true,
  params: z.object({ id: idSchema }),
  response: z.object({ count: countInAnswer, notes: z.array(threatNoteSchema) }),
  errors: ['not_found'],
  async run(
    { caller, params },
    ports: RequireThreatPorts & { readonly threatHandling: Pick<ThreatHandling, 'notes'> },
  ) {
    await checkThreatReach(caller, params.id, ports);
    const notes = await ports.threatHandling.notes(caller.accountId, params.id, mostNotes);
    if (notes === undefined) throw new NotFound('threat');
    return { count: notes.length, notes: notes.map(presentNote) };
  },
});
