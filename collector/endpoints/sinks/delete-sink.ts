import { NotFound } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import type { Sinks } from '../../domain/traffic/sinks/sinks.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { SinkStore } from '../../ports/sinks/sinks.ts';
import { sinkNameSchema } from './present-sink.ts';

export const deleteSink = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/sinks/{name}',
  summary: 'Delete a sink',
  description: 'Data that still waits for the sink is dropped. Files that the sink wrote stay.',
  family: 'Sinks',
  access: 'admin',
  params: z.object({ name: sinkNameSchema }),
  response: z.object({ success: z.literal(true) }),
  errors: ['not_found'],
  async run(
    { params: { name }, caller, origin },
    ports: {
      sinkStore: Pick<SinkStore, 'remove'>;
      sinks: Pick<Sinks, 'refresh'>;
      audit: Pick<AuditLog, 'record'>;
    },
  ) {
    if (!(await ports.sinkStore.remove(name))) throw new NotFound('sink');
    await ports.audit.record(act(caller, origin, { action: 'sink_deleted', object: `sink:${name}` }));
    await ports.sinks.refresh();
    return { success: true as const };
  },
});
