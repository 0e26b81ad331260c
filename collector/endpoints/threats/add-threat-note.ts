import { Conflict, NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { threatNoteSchema } from '@sonde/shared/schemas/threat.ts';
import { z } from 'zod';
import { checkThreatReach, type RequireThreatPorts } from '../../domain/traffic/monitoring/require-threat.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ThreatHandling } from '../../ports/threats/threats.ts';
import { presentNote } from './present-note.ts';

/** One threat has at most this many notes. */
export const mostNotes = 200;

export const addThreatNote = defineEndpoint({
  method: 'POST',
  path: '/api/v1/dns-monitoring/threats/{id}/notes',
  summary: 'Note something about a threat',
  description:
    'Stores the note with its author and time. Notes cannot be changed afterwards. A threat has ' +
    `at most ${mostNotes} notes; another one is answered with 409.`,
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'analyst',
  ownLocations: true,
  params: z.object({ id: idSchema }),
  body: z.object({
    text: z
      .string()
      .trim()
      .min(1)
      .max(4_000)
      .meta({ examples: ['Asked the owner of the machine.'] }),
  }),
  response: threatNoteSchema,
  status: 201,
  errors: ['not_found', 'conflict'],
  async run(
    { caller, params, body },
    ports: RequireThreatPorts & { readonly threatHandling: Pick<ThreatHandling, 'addNote'> },
  ) {
    await checkThreatReach(caller, params.id, ports);
    const { accountId, personId } = caller;
    const note = await ports.threatHandling.addNote(
      accountId,
      params.id,
      { personId, text: body.text },
      mostNotes,
    );
    if (note === undefined) throw new NotFound('threat');
    if (note === 'full') throw new Conflict('This threat has as many notes as it may have.');
    return presentNote(note);
  },
});
