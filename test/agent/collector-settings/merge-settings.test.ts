import test from 'ava';
import { mergeSettings } from '../../../agent/collector-settings/merge-settings.ts';
import { SettingsRefused } from '../../../agent/collector-settings/settings-refused.ts';
import { loadConfig, type SettingName, settings } from '../../../agent/config/settings.ts';
import type { SettingsRefusal } from '../../../shared/sensor-settings/document.ts';
import {
  readSettingsFromCollector,
  settingsFromCollector,
} from '../../../shared/sensor-settings/settings-from-collector.ts';

const own = (flags: Partial<Record<SettingName, string>> = {}) =>
  loadConfig({ env: { SONDE_AGENT_CONFIG: '' }, flags });

test('what may come from the collector is this, each with the widest default, so that it can only narrow', (t) => {
  const fromAgent = Object.entries(settings).filter(([, { fromCollector }]) => fromCollector !== undefined);
  t.deepEqual(Object.fromEntries(fromAgent.map(([name, { default: widest }]) => [name, widest])), {
    filter: undefined,
    allow_suffixes: '',
    deny_suffixes: '',
    allow_types: '',
    deny_types: '',
    allow_response_codes: '',
    deny_response_codes: '',
    allow_clients: '',
    deny_clients: '',
    sampling: '1',
    client_prefix_v4: '32',
    client_prefix_v6: '128',
    name_labels: '0',
  });
  t.deepEqual(Object.keys(settingsFromCollector).sort(), fromAgent.map(([name]) => name).sort());
});

test('what the owner gave wins, whatever it is; the rest is as the collector says', (t) => {
  const given = own({ sampling: '1', deny_suffixes: 'lan' });
  const texts = { sampling: '50', deny_suffixes: '', client_prefix_v4: '24', filter: 'not port 5353' };
  const { config, keptOwn } = mergeSettings(given, texts, 1);
  t.is(config.sampling, 1);
  t.deepEqual(config.deny_suffixes, ['lan']);
  t.is(config.client_prefix_v4, 24);
  t.is(config.filter, 'not port 5353');
  t.deepEqual(keptOwn, ['sampling', 'deny_suffixes']);
});

test('nothing that names files, programs, collectors, keys, users, ports or interfaces comes from afar', (t) => {
  for (const name of Object.keys(settings).filter((each) => !(each in settingsFromCollector))) {
    const error = t.throws(() => mergeSettings(own(), { [name]: '1', sampling: '2' }, 4), {
      instanceOf: SettingsRefused,
    });
    t.is(error?.reason, 'forbidden_setting', name);
    t.is(error?.version, 4);
  }
});

test('names that are none, and hostile values, are refused with all that came with them', (t) => {
  const refused: readonly [Record<string, string>, SettingsRefusal][] = [
    [{ sampling: '2', colour: 'red' }, 'unknown_setting'],
    [{ toString: '1' }, 'unknown_setting'],
    [{ constructor: '1' }, 'unknown_setting'],
    [{ sampling: '0' }, 'bad_value'],
    [{ sampling: '1e9' }, 'bad_value'],
    [{ client_prefix_v4: '33' }, 'bad_value'],
    [{ deny_suffixes: `${'a'.repeat(64)}.example` }, 'bad_value'],
    [{ deny_suffixes: Array.from({ length: 1_001 }, (_, index) => `n${index}`).join(',') }, 'bad_value'],
    [{ allow_clients: 'fe80::1%eth0' }, 'bad_value'],
    [{ filter: 'port 1) or (tcp' }, 'bad_value'],
    [{ filter: 'host example.com' }, 'bad_value'],
    [{ filter: 'proto /etc/passwd' }, 'bad_value'],
    [{ filter: 'vlan and port 53' }, 'bad_value'],
    [{ filter: 'tcp[0] = 1' }, 'bad_value'],
    [{ filter: `port 1${' or port 1'.repeat(100)}` }, 'bad_value'],
    [{ filter: '' }, 'bad_value'],
  ];
  for (const [texts, reason] of refused) {
    const error = t.throws(() => mergeSettings(own(), texts, 1), { instanceOf: SettingsRefused });
    t.is(error?.reason, reason, JSON.stringify(texts).slice(0, 80));
  }
});

test('filters from afar have addresses, networks and ports, joined as people join them', (t) => {
  const good = [
    'port 53',
    'not (host 192.0.2.1 or net 198.51.100.0/24) and udp',
    '!(src port 53) && ip6',
    'portrange 1-1024 or host 2001:db8::1 or net 2001:db8::/32',
    'tcp and less 512',
  ];
  for (const filter of good) t.deepEqual(readSettingsFromCollector({ filter }).faults, [], filter);
});
