import { Conflict } from '@sonde/shared/errors.ts';
import { presentationIds } from '@sonde/shared/sinks/presentation-ids.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import type { SecretBox } from '../../domain/people/access/secret-box.ts';
import { readSink } from '../../domain/traffic/sinks/describe-sink.ts';
import { sealSinkSecret } from '../../domain/traffic/sinks/sink-secret.ts';
import type { Sinks } from '../../domain/traffic/sinks/sinks.ts';
import { type TestSinkPorts, testSink } from '../../domain/traffic/sinks/test-sink.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { ordinaryJson } from '../../http/json-limits.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { SinkStore } from '../../ports/sinks/sinks.ts';
import { filterSchema, presentSink, sinkNameSchema, sinkSchema } from './present-sink.ts';

const mostSinks = 50;

export const createSink = defineEndpoint({
  method: 'POST',
  path: '/api/admin/sinks',
  summary: 'Create a sink',
  description:
    'Creates a sink that passes on stored queries, changes of threats, or both, from now on and ' +
    'at least once each. First, a test record (a query for test.sonde.invalid) is sent. If the ' +
    'receiver does not accept it, no sink is created.',
  family: 'Sinks',
  access: 'admin',
  confirmed: true,
  jsonLimits: { ...ordinaryJson, bytes: 256 * 1024 },
  body: z.object({
    name: sinkNameSchema,
    kind: z
      .string()
      .max(50)
      .describe('One of the kinds in `/api/admin/sink-kinds`.')
      .meta({ examples: ['files'] }),
    presentation: z.enum(presentationIds).optional(),
    queries: z.boolean().optional().describe('Default: everything that the presentation can show.'),
    threats: z.boolean().optional(),
    config: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('Configuration by the `config_schema` of the kind.'),
    filter: filterSchema.prefault({}),
    secret: z.string().min(1).max(8_192).optional().describe('Stored encrypted and never shown.'),
    test: z.boolean().default(true),
  }),
  response: sinkSchema,
  status: 201,
  errors: ['conflict', 'upstream_failed'],
  async run(
    { body: { test, ...described }, caller, origin, signal },
    ports: TestSinkPorts & {
      readonly sinkStore: Pick<SinkStore, 'add'>;
      readonly secrets: Pick<SecretBox, 'seal'>;
      readonly sinks: Pick<Sinks, 'refresh'>;
      readonly audit: Pick<AuditLog, 'record'>;
    },
  ) {
    const { secret, ...sink } = readSink(described);
    if (test) await testSink(sink, secret, ports, signal);
    const sealed = secret === undefined ? null : sealSinkSecret(sink, secret, ports.secrets);
    const added = await ports.sinkStore.add({ ...sink, sealed }, mostSinks);
    if (added === 'taken') throw new Conflict('There is a sink of that name already.');
    if (added === 'full') throw new Conflict(`There are ${mostSinks} sinks already.`);
    const { name, kind, presentation } = added;
    await ports.audit.record(
      act(caller, origin, {
        action: 'sink_created',
        object: `sink:${name}`,
        details: { kind, presentation },
      }),
    );
    await ports.sinks.refresh();
    return presentSink(added, [], ports.clock.now());
  },
});
