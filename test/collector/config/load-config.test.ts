import { readFile } from 'node:fs/promises';
import test from 'ava';
import { loadConfig } from '../../../collector/config/load-config.ts';
import { renderConfigurationPage, renderEnvExample } from '../../../collector/config/render-docs.ts';
import { settings } from '../../../collector/config/settings.ts';
import { ConfigError } from '../../../shared/settings/config-error.ts';
import { describeSettings } from '../../../shared/settings/describe-settings.ts';

test('without anything said, every setting has its default', (t) => {
  const { config, warnings } = loadConfig({ env: {} });
  t.deepEqual(config.listen, [{ kind: 'tcp', host: '127.0.0.1', port: 8080 }]);
  t.is(config.dataDirectory, '.sonde');
  t.is(config.databaseUrl, undefined);
  t.is(config.retention, 90 * 86_400_000);
  t.deepEqual(config.corsOrigins, []);
  t.deepEqual(warnings, []);
});

test('a flag wins over the environment, and nothing is nothing', (t) => {
  const env = { SONDE_DATA: '/var/lib/sonde', SONDE_LOG_LEVEL: 'debug', SONDE_LISTEN: '' };
  const { config, origins } = loadConfig({ env, flags: { dataDirectory: '/srv' } });
  t.is(config.dataDirectory, '/srv');
  t.is(config.logLevel, 'debug');
  t.deepEqual(origins.dataDirectory, 'flag');
  t.deepEqual(origins.logLevel, 'environment');
  t.deepEqual(origins.listen, 'default');
});

test('a forensic store clears nothing before its time', (t) => {
  const env = { SONDE_STORE_PROFILE: 'forensic', SONDE_DETAIL_RETENTION: '2d' };
  t.throws(() => loadConfig({ env }), { instanceOf: ConfigError, message: /SONDE_DETAIL_RETENTION/ });
  t.is(loadConfig({ env: { ...env, SONDE_DETAIL_RETENTION: '' } }).config.storeProfile, 'forensic');
  t.is(loadConfig({ env: { ...env, SONDE_STORE_PROFILE: 'lean' } }).config.storeProfile, 'lean');
});

test('all faults are told at once, by name, secrets without their values', (t) => {
  const env = {
    SONDE_LISTEN: 'nowhere',
    SONDE_RETENTION: 'long',
    SONDE_MAX_REQUESTS: '0',
    SONDE_ADMIN_KEY: 'secret-value',
    DATABASE_URL: 'mysql://secret-value',
    SONDE_TRUSTED_PROXIES: '10.0.0.0/99',
    SONDE_CORS_ORIGINS: 'https://a.example/path',
    SONDE_LOG_LEVEL: 'loud',
  };
  const error = t.throws(() => loadConfig({ env }), { instanceOf: ConfigError });
  t.is(error.faults.length, Object.keys(env).length);
  for (const name of Object.keys(env))
    t.true(
      error.faults.some((problem) => problem.startsWith(name)),
      name,
    );
  t.false(error.message.includes('secret-value'));
});

test('names that are near a setting are asked about, those of the other programs are not', (t) => {
  const others = { SONDE_AGENT_KEY: 'x', SONDE_KEY: 'x', HOME: '/root' };
  const env = { SONDE_LISTN: 'x', SONDE_QUITE_SOMETHING_ELSE: 'x', ...others };
  t.deepEqual(loadConfig({ env }).warnings, [
    'SONDE_LISTN is no setting; did you mean SONDE_LISTEN?',
    'SONDE_QUITE_SOMETHING_ELSE is no setting.',
  ]);
});

test('what is shown has no secrets', (t) => {
  const shown = describeSettings(
    settings,
    loadConfig({
      env: {
        SONDE_ADMIN_KEY: 'hunter2hunter2hunter2',
        DATABASE_URL: 'postgres://sonde:hunter2@db.example:5432/sonde?password=hunter2',
        CLICKHOUSE_URL: 'http://sonde:hunter2@ch.example:8123/sonde',
      },
    }),
  );
  t.false(JSON.stringify(shown).includes('hunter2'));
  t.is(shown.find(({ env }) => env === 'CLICKHOUSE_URL')?.value, 'http://sonde:hidden@ch.example:8123/sonde');
});

test('every default can be read, and no two settings share a name', (t) => {
  for (const setting of Object.values(settings)) {
    const text = setting.default;
    if (text !== undefined) t.notThrows(() => setting.type.parse(text), setting.env);
  }
  const names = Object.values(settings).flatMap(({ env, flag, key }) => [env, flag, `key ${key}`]);
  t.is(new Set(names).size, names.length);
});

test('.env.example and docs/configuration.md are what the settings say', async (t) => {
  t.is(await readFile('.env.example', 'utf8'), renderEnvExample());
  t.is(await readFile('docs/configuration.md', 'utf8'), renderConfigurationPage());
});
