import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { ConfigError } from '../../../agent/config/config-error.ts';
import { describeConfig, settingsTable } from '../../../agent/config/describe-config.ts';
import { loadConfig } from '../../../agent/config/load-config.ts';
import { locationKey } from '../../../agent/config/location-key.ts';
import { pipelineOptions, treatmentOf } from '../../../agent/config/recording-options.ts';
import { settingNames } from '../../../agent/config/settings.ts';
import { suggest } from '../../../agent/config/suggest.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

async function fileOf(t: Parameters<typeof temporaryDirectory>[0], content: unknown): Promise<string> {
  const file = join(await temporaryDirectory(t), 'agent.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

test('flags win over the environment, that over the file, that over defaults', async (t) => {
  const file = await fileOf(t, { sampling: 2, name_labels: 2, client_prefix_v4: 24, ports: [53] });
  const { config, origins } = await loadConfig({
    file,
    environment: { SONDE_AGENT_SAMPLING: '3', SONDE_AGENT_NAME_LABELS: '3', SONDE_AGENT_PORTS: '53, 5300' },
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
  const error = await t.throwsAsync(loadConfig({ file, environment: {}, flags: {} }), {
    instanceOf: ConfigError,
  });
  t.is(error?.faults.length, 3);
  t.false(error?.message.includes('geheim'));
});

test('unknown settings are warned of with a suggestion', async (t) => {
  const file = await fileOf(t, { colectors: [], zzz: 1 });
  const { warnings } = await loadConfig({ file, environment: { SONDE_AGENT_KEYFILE: 'x' }, flags: {} });
  t.regex(warnings.join('\n'), /"colectors".*Was collectors meant/);
  t.regex(warnings.join('\n'), /SONDE_AGENT_KEYFILE. Was SONDE_AGENT_KEY_FILE meant/);
  t.is(warnings.length, 3);
});

test('a file that was asked for must be there and hold an object', async (t) => {
  const missing = join(await temporaryDirectory(t), 'none.json');
  await t.throwsAsync(loadConfig({ file: missing, environment: {}, flags: {} }), { message: /ENOENT/ });
  const file = await fileOf(t, '[1');
  await t.throwsAsync(loadConfig({ file, environment: {}, flags: {} }), { instanceOf: ConfigError });
});

test('no text makes loading fail by anything but a ConfigError', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...settingNames),
      fc.oneof(fc.string(), fc.jsonValue()),
      async (name, value) => {
        try {
          await loadConfig({ file: undefined, environment: {}, flags: { [name]: value } });
        } catch (error) {
          return error instanceof ConfigError;
        }
        return true;
      },
    ),
    { numRuns: 300 },
  );
  t.pass();
});

test('secrets are shown as set; the table names every setting', async (t) => {
  const loaded = await loadConfig({ file: undefined, environment: {}, flags: { key: 'very-secret-key' } });
  t.false(describeConfig(loaded).includes('very-secret-key'));
  for (const name of settingNames) t.true(settingsTable().includes(`\`${name}\``));
});

test('a key file that others can read is warned of', async (t) => {
  const file = await fileOf(t, 'sonde_loc_0123456789\n');
  await chmod(file, 0o644);
  const { config } = await loadConfig({ file: undefined, environment: {}, flags: { key_file: file } });
  const open = await locationKey(config);
  t.is(open.key, 'sonde_loc_0123456789');
  t.regex(open.warnings.join(), /chmod 600/);
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
  const { config } = await loadConfig({ file: undefined, environment: {}, flags });
  const options = pipelineOptions(config);
  t.deepEqual(options.filters.denyTypes, [28, 65]);
  t.deepEqual(options.filters.denyClients, ['192.0.2.1/32']);
  t.false(options.keepRecords);
  const { filters, client_prefix_v4 } = treatmentOf(config);
  t.deepEqual(filters, ['deny type AAAA HTTPS', 'deny client 192.0.2.1/32', 'keep_records false']);
  t.is(client_prefix_v4, 24);
});

test('suggest finds the near and nothing far', (t) => {
  t.is(suggest('interface', settingNames), 'interfaces');
  t.is(suggest('somethingelse', settingNames), undefined);
});
