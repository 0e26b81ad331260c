import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { Command } from 'commander';
import fc from 'fast-check';
import { ConfigError } from '../../../shared/settings/config-error.ts';
import {
  changedSettings,
  describeSettings,
  settingsAsMarkdown,
  settingsAsTable,
} from '../../../shared/settings/describe-settings.ts';
import { loadSettings } from '../../../shared/settings/load-settings.ts';
import { optional, setting, settingsAbout } from '../../../shared/settings/setting.ts';
import { addSettingOptions, givenSettings } from '../../../shared/settings/setting-options.ts';
import {
  bytesBetween,
  choice,
  duration,
  integer,
  list,
  seconds,
  text,
  url,
  yesNo,
} from '../../../shared/settings/setting-types.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const table = {
  ...settingsAbout('Looks', 'PROBE_', {
    ports: setting(list(integer(1, 65_535)), '53,5353', { flag: '--port', help: 'Ports.' }),
    log_level: setting(choice('debug', 'info', 'warn'), 'info', { help: 'How much.', reloadable: true }),
  }),
  ...settingsAbout('Keeps', 'PROBE_', {
    spool_bytes: setting(bytesBetween(1_024, 1_048_576), '64KiB', { help: 'Bytes.' }),
    keep: setting(duration, '1d', { help: 'Time.' }),
    wait: setting(seconds(0.1, 60), '1.5', { help: 'Seconds.' }),
    keepRecords: setting(yesNo, 'true', { env: 'RECORDS', flag: '--keep-records', help: 'Records.' }),
    store: optional(url('https'), { help: 'A server.', secret: 'password' }),
    key: optional(text, { help: 'A key.', secret: 'all' }),
  }),
};
const program = {
  table,
  prefix: 'PROBE_',
  fileVariable: 'PROBE_CONFIG',
  defaultFile: '/nonexistent/probe.json',
};

async function fileOf(t: Parameters<typeof temporaryDirectory>[0], content: unknown): Promise<string> {
  const file = join(await temporaryDirectory(t), 'probe.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

test('a flag wins over the environment, that over the file, that over the default', async (t) => {
  const file = await fileOf(t, {
    ports: [53, '54'],
    wait: 2,
    keep: '2d',
    spool_bytes: 2_048,
    keep_records: false,
  });
  const { config, origins } = loadSettings(program, {
    env: { PROBE_CONFIG: file, PROBE_KEEP: '3d', PROBE_WAIT: '3', PROBE_SPOOL_BYTES: '' },
    flags: { keep: '4d' },
  });
  t.like(config, { ports: [53, 54], wait: 3, keep: 4 * 86_400_000, spool_bytes: 2_048, keepRecords: false });
  t.like(origins, { ports: 'file', wait: 'environment', keep: 'flag', log_level: 'default' });
  t.is(config.key, undefined);
  t.deepEqual(loadSettings(program, { env: {} }).config.ports, [53, 5353]);
});

test('all faults are told at once, each with the value that may be meant; secrets are not repeated', async (t) => {
  const file = await fileOf(t, { ports: [53, 'many'], store: 'https//user:geheim@x', key: ['geheim'] });
  const env = { PROBE_LOG_LEVEL: 'wran', PROBE_KEEP: '30 days', RECORDS: 'ture' };
  const flags = { spool_bytes: '64kb', wait: '0' };
  const error = t.throws(() => loadSettings(program, { env, flags, file }), { instanceOf: ConfigError });
  t.deepEqual(error.faults, [
    `"ports" in ${file} must be an integer from 1 to 65535, not "53,many".`,
    'PROBE_LOG_LEVEL must be one of debug, info, warn, not "wran"; did you mean warn?',
    '--spool-bytes must be a number of bytes such as 4096, 64KiB, 16MiB or 4GiB, from 1KiB to 1MiB, not "64kb"; did you mean 64KiB?',
    'PROBE_KEEP must be a length of time: 500ms, 30s, 15m, 12h or 90d, not "30 days"; did you mean 30d?',
    '--wait must be a number of seconds from 0.1 to 60, not "0".',
    'RECORDS must be true or false, not "ture"; did you mean true?',
    `"store" in ${file} must be a URL that begins with https://.`,
    `"key" in ${file} must be one value: text.`,
  ]);
  t.false(error.message.includes('geheim'));
});

test('names that are no settings are told, with the one that may be meant', async (t) => {
  const file = await fileOf(t, { prots: [53], zzz: 1 });
  const env = { PROBE_LOGLEVEL: 'info', PROBE_QUITE_ANOTHER: '1', OTHER: '1' };
  t.deepEqual(loadSettings(program, { env, file }).warnings, [
    `"prots" in ${file} is no setting; did you mean ports?`,
    `"zzz" in ${file} is no setting.`,
    'PROBE_LOGLEVEL is no setting; did you mean PROBE_LOG_LEVEL?',
    'PROBE_QUITE_ANOTHER is no setting.',
  ]);
});

test('a file that was asked for must be there and hold an object; what it holds is not repeated', async (t) => {
  const missing = join(await temporaryDirectory(t), 'none.json');
  t.throws(() => loadSettings(program, { env: {}, file: missing }), {
    message: /none\.json can't be read: ENOENT/,
  });
  for (const content of ['[1', '[]', '"geheim', 'null']) {
    const file = await fileOf(t, content);
    const error = t.throws(() => loadSettings(program, { env: {}, file }), { instanceOf: ConfigError });
    t.false(error.message.includes('geheim'));
  }
});

test('whatever a flag, a variable or a file says, loading gives settings or a ConfigError', (t) => {
  const names = Object.keys(table) as (keyof typeof table)[];
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.oneof(fc.string(), fc.jsonValue()), (name, value) => {
      try {
        loadSettings(program, { env: {}, flags: { [name]: value } });
        return true;
      } catch (error) {
        return error instanceof ConfigError;
      }
    }),
  );
  t.pass();
});

test('the settings in force are shown as a table by subject, without secrets', (t) => {
  const env = { PROBE_KEY: 'geheim', PROBE_STORE: 'https://u:geheim@db.example/x?password=geheim' };
  const described = describeSettings(table, loadSettings(program, { env }));
  t.false(JSON.stringify(described).includes('geheim'));
  t.is(
    settingsAsTable(described),
    [
      'setting              value                                 from',
      'Looks',
      '  PROBE_PORTS        53,5353                               default',
      '  PROBE_LOG_LEVEL    info                                  default',
      '',
      'Keeps',
      '  PROBE_SPOOL_BYTES  64KiB                                 default',
      '  PROBE_KEEP         1d                                    default',
      '  PROBE_WAIT         1.5                                   default',
      '  RECORDS            true                                  default',
      '  PROBE_STORE        https://u:hidden@db.example/x?hidden  environment',
      '  PROBE_KEY          (hidden)                              environment',
      '',
    ].join('\n'),
  );
  for (const { env: name } of Object.values(table)) t.true(settingsAsMarkdown(table).includes(`\`${name}\``));
});

test('a reload tells what is taken up and what needs a restart', (t) => {
  const before = loadSettings(program, { env: {} });
  const after = loadSettings(program, { env: { PROBE_LOG_LEVEL: 'warn', PROBE_PORTS: '53' } });
  t.deepEqual(changedSettings(table, before, after), { taken: ['log_level'], needRestart: ['ports'] });
  t.deepEqual(changedSettings(table, before, before), { taken: [], needRestart: [] });
});

test('each setting is a flag of a command; that of a list may be given several times', (t) => {
  const command = new Command('probe').exitOverride();
  addSettingOptions(command, table);
  command.parse(['--port', '53', '--port', '54,55', '--log-level', 'warn'], { from: 'user' });
  t.deepEqual(givenSettings(command, table), { ports: '53,54,55', log_level: 'warn' });
});
