import { NotFound } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import type { SecretBox } from '../../domain/people/access/secret-box.ts';
import { openSinkSecret } from '../../domain/traffic/sinks/sink-secret.ts';
import { type TestSinkPorts, testSink as test } from '../../domain/traffic/sinks/test-sink.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { SinkStore } from '../../ports/sinks/sinks.ts';
import { sinkNameSchema } from './present-sink.ts';

export const testSink = defineEndpoint({
  method: 'POST',
  path: '/api/admin/sinks/{name}/test',
  summary: 'Send a test to a sink',
  description:
    'Sends one test record, a query for test.sonde.invalid. Sinks that write files put it into a ' +
    'separate file, `NAME-test`.',
  family: 'Sinks',
  access: 'admin',
  params: z.object({ name: sinkNameSchema }),
  response: z.object({ success: z.literal(true) }),
  errors: ['not_found', 'upstream_failed'],
  async run(
    { params: { name }, signal },
    ports: TestSinkPorts & { sinkStore: Pick<SinkStore, 'find'>; secrets: Pick<SecretBox, 'open'> },
  ) {
    const sink = await ports.sinkStore.find(name);
    if (sink === undefined) throw new NotFound('sink');
    await test(sink, openSinkSecret(sink, ports.secrets), ports, signal);
    return { success: true as const };
  },
});
