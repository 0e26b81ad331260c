import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { SinkStore } from '../../ports/sinks/sinks.ts';
import { presentSink, sinkSchema } from './present-sink.ts';

export const listSinks = defineEndpoint({
  method: 'GET',
  path: '/api/admin/sinks',
  summary: 'List sinks',
  description: 'Returns the receivers of stored queries and threats, with the progress of each.',
  family: 'Sinks',
  access: 'admin',
  response: z.object({ count: countInAnswer, sinks: z.array(sinkSchema) }),
  async run(_input, { sinkStore, clock }: { sinkStore: Pick<SinkStore, 'list' | 'progress'>; clock: Clock }) {
    const [sinks, progress] = await Promise.all([sinkStore.list(), sinkStore.progress()]);
    return { count: sinks.length, sinks: sinks.map((sink) => presentSink(sink, progress, clock.now())) };
  },
});
