import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { locationKey, warningsOf } from '../../../agent/config/location-key.ts';
import { pipelineOptions, treatmentOf } from '../../../agent/config/recording-options.ts';
import { loadConfig } from '../../../agent/config/settings.ts';
import { ConfigError } from '../../../shared/settings/config-error.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

async function fileOf(t: Parameters<typeof temporaryDirectory>[0], content: unknown): Promise<string> {
  const file = join(await temporaryDirectory(t), 'agent.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

test('flags win over the environment, that over the file, that over defaults', async (t) => {
  const file = await fileOf(t, { sampling: 2, name_labels: 2, client_prefix_v4: 24, ports: [53] });
  const { config, origins } = loadConfig({
    file,
    env: { SONDE_AGENT_SAMPLING: '3', SONDE_AGENT_NAME_LABELS: '3', SONDE_AGENT_PORTS: '53, 5300' },
    flags: { sampling: '4' },
  });
  t.is(config.sampling, 4);
  t.is(config.name_labels, 3);
  t.is(config.client_prefix_v4, 24);
  t.deepEqual(config.ports, [53, 5300]);
  t.is(config.client_prefix_v6, 128);
  t.deepEqual(
    [origins.sampling, origins.name_labels, origins.client_prefix_v6],
    ['flag', 'environment', 'default'],
  );
});

test('all faults are told at once; secrets are not repeated', async (t) => {
  const file = await fileOf(t, { sampling: 'many', collectors: ['ftp://x'], pseudonym_key: 'geheim' });
  const error = t.throws(() => loadConfig({ file, env: {}, flags: {} }), { instanceOf: ConfigError });
  t.is(error?.faults.length, 3);
  t.false(error?.message.includes('geheim'));
});

test('unknown settings are warned of with a suggestion', async (t) => {
  const file = await fileOf(t, { colectors: [], zzz: 1 });
  const { warnings } = loadConfig({ file, env: { SONDE_AGENT_KEYFILE: 'x' }, flags: {} });
  t.regex(warnings.join('\n'), /"colectors".*did you mean collectors/);
  t.regex(warnings.join('\n'), /SONDE_AGENT_KEYFILE is no setting; did you mean SONDE_AGENT_KEY_FILE/);
  t.is(warnings.length, 3);
});

test('a key file that others can read is warned of', async (t) => {
  const file = await fileOf(t, 'sonde_loc_0123456789\n');
  await chmod(file, 0o644);
  const { config } = loadConfig({ file: undefined, env: {}, flags: { key_file: file } });
  const open = await locationKey(config);
  t.is(open.key, 'sonde_loc_0123456789');
  t.regex(open.warnings.join(), /chmod 600/);
  t.deepEqual(
    warningsOf('/run/secrets/location-key', 0o100444),
    [],
    'a secret of a container has no other reader',
  );
  t.is(warningsOf('/run/secrets-of-mine', 0o100440, 'linux').length, 1);
  t.deepEqual(warningsOf('C:\\key', 0o100666, 'win32'), []);
  await chmod(file, 0o600);
  t.deepEqual((await locationKey(config)).warnings, []);
});

test('recording settings reach the pipeline and are stated in batches', async (t) => {
  const flags = {
    deny_types: 'aaaa,TYPE65',
    deny_clients: ['192.0.2.1'],
    client_prefix_v4: 24,
    keep_records: 'no',
  };
  const { config } = loadConfig({ file: undefined, env: {}, flags });
  const options = pipelineOptions(config);
  t.deepEqual(options.filters.denyTypes, [28, 65]);
  t.deepEqual(options.filters.denyClients, ['192.0.2.1/32']);
  t.false(options.keepRecords);
  const { filters, client_prefix_v4 } = treatmentOf(config);
  t.deepEqual(filters, ['deny type AAAA HTTPS', 'deny client 192.0.2.1/32', 'keep_records false']);
  t.is(client_prefix_v4, 24);
});
