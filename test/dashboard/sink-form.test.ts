import test from 'ava';
import { z } from 'zod';
import { sinkConfig, sinkFields } from '../../dashboard/domain/sink-form.ts';
import { sinkKinds } from '../../shared/sinks/kinds/index.ts';

const schemaOf = (id: string) => {
  const { config } = sinkKinds.find((kind) => kind.id === id)!;
  return {
    config,
    json: z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>,
  };
};

test('each kind of sink has a form of all its settings, those that are needed first', (t) => {
  for (const { id } of sinkKinds) {
    const { json } = schemaOf(id);
    const fields = sinkFields(json);
    t.deepEqual(fields.map(({ name }) => name).sort(), Object.keys(json.properties as object).sort(), id);
    const needed = fields.map(({ required }) => required);
    t.is(needed.lastIndexOf(true) + 1, needed.filter(Boolean).length, id);
    for (const { kind, choices } of fields) t.true(kind !== 'choice' || choices.length > 1);
    // Left as it stands a form says nothing.
    t.deepEqual(sinkConfig(fields, {}), {}, id);
  }
});

test('what is typed is what the collector takes', (t) => {
  const of = (id: string, typed: Record<string, string>) => {
    const { config, json } = schemaOf(id);
    return config.parse(sinkConfig(sinkFields(json), typed));
  };
  t.like(of('kafka', { brokers: 'a.example:9093\nb.example:9093\n', compression: 'gzip' }), {
    brokers: ['a.example:9093', 'b.example:9093'],
    compression: 'gzip',
    topic: 'sonde',
  });
  t.like(of('nats', { host: ' nats.example ', port: '4223', jetstream: 'false' }), {
    host: 'nats.example',
    port: 4_223,
    jetstream: false,
  });
  t.like(of('loki', { url: 'https://loki.example', labels: 'job=dns\nsite=a=b' }), {
    labels: { job: 'dns', site: 'a=b' },
  });
  const authority = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
  t.like(of('sonde', { url: 'https://sonde.example', authority }), { authority: `${authority}\n` });
});
