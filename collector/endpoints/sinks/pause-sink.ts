import { NotFound } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import type { Sinks } from '../../domain/traffic/sinks/sinks.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { SinkStore } from '../../ports/sinks/sinks.ts';
import { presentSink, sinkNameSchema, sinkSchema } from './present-sink.ts';

export const pauseSink = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/sinks/{name}',
  summary: 'Pause or resume a sink',
  description:
    'Data that is stored during the pause waits for the sink, up to the limit in `SONDE_SINK_BYTES`.',
  family: 'Sinks',
  access: 'admin',
  params: z.object({ name: sinkNameSchema }),
  body: z.object({ paused: z.boolean() }),
  response: sinkSchema,
  errors: ['not_found'],
  async run(
    { params: { name }, body: { paused }, caller, origin },
    ports: {
      sinkStore: Pick<SinkStore, 'pause' | 'find' | 'progress'>;
      sinks: Pick<Sinks, 'refresh'>;
      audit: Pick<AuditLog, 'record'>;
      clock: Clock;
    },
  ) {
    await ports.sinkStore.pause(name, paused);
    const sink = await ports.sinkStore.find(name);
    if (sink === undefined) throw new NotFound('sink');
    await ports.audit.record(
      act(caller, origin, { action: paused ? 'sink_paused' : 'sink_resumed', object: `sink:${name}` }),
    );
    await ports.sinks.refresh();
    return presentSink(sink, await ports.sinkStore.progress(), ports.clock.now());
  },
});
