import { shippingSettings } from '@sonde/sensor/config/shipping-settings.ts';
import { zoneName } from '@sonde/shared/policy/rpz-zone.ts';
import { recordingSettings } from '@sonde/shared/sensor-settings/recording-settings.ts';
import { optional, setting, settingsAbout, type ValuesOf } from '@sonde/shared/settings/setting.ts';
import {
  choice,
  decimal,
  hostPort,
  integer,
  list,
  readBy,
  text,
  url,
  yesNo,
} from '@sonde/shared/settings/setting-types.ts';
import { readCounterSource } from '../counters/counter-source.ts';
import { loopback } from '../net/access-list.ts';
import { readEndpoint } from '../net/read-endpoint.ts';
import { messageKinds } from '../rows/message-kinds.ts';
import { defaultDnstapSocket, defaultPrimary, defaultState, defaultZone } from '../setup/defaults.ts';

export const prefix = 'SONDE_RESOLVER_';
const day = 86_400;
const endpoint = readBy('an address with a port such as `127.0.0.1:53`', readEndpoint);
const endpoints = list(endpoint, { most: 16 });
const permissions = readBy('octal permissions such as `660`', (value) =>
  /^[0-7]{3,4}$/.test(value) ? value : undefined,
);
const group = readBy('the name or the number of a group', (value) =>
  /^[A-Za-z0-9_.-]{1,64}$/.test(value) ? value : undefined,
);
const source = readBy('an address or a network', (value) => (value.length <= 64 ? value : undefined));

/**
 * The settings declare every setting of the resolver plugin once. Flags and the documentation's tables derive from
 * this.
 */
export const settings = {
  ...settingsAbout('Collector', prefix, {
    collector: optional(url('http', 'https'), { placeholder: 'URL', help: 'URL of the collector.' }),
    registration: optional(text, {
      placeholder: 'FILE',
      help: 'File that `register` wrote. If empty, registration.json in the state directory.',
    }),
  }),
  ...settingsAbout('dnstap', prefix, {
    dnstap_socket: setting(text, defaultDnstapSocket, {
      placeholder: 'PATH',
      help: 'Unix socket that receives dnstap.',
    }),
    dnstap_mode: setting(permissions, '660', {
      help: 'Permissions of the socket. The resolver must be able to write to it.',
    }),
    dnstap_group: optional(group, { help: "Group of the socket: use the resolver's group." }),
    dnstap_tcp: setting(endpoints, '', { help: 'Addresses and ports that receive dnstap over TCP.' }),
    dnstap_tls: setting(endpoints, '', { help: 'Addresses and ports that receive dnstap over TLS.' }),
    dnstap_tls_certificate: optional(text, {
      placeholder: 'FILE',
      help: "PEM file with the plugin's certificate for dnstap_tls.",
    }),
    dnstap_tls_key: optional(text, {
      placeholder: 'FILE',
      help: 'PEM file with the private key of dnstap_tls_certificate.',
    }),
    dnstap_tls_authority: optional(text, {
      placeholder: 'FILE',
      help: 'PEM file with the authority (CA) whose certificates senders must present on dnstap_tls.',
    }),
    dnstap_from: setting(list(source, { most: 256 }), loopback.join(','), {
      help: 'Addresses and networks that can send dnstap over TCP and TLS.',
    }),
  }),
  ...settingsAbout('Policy', prefix, {
    zone: setting(readBy('the name of a policy zone', zoneName), defaultZone, {
      help: 'Name of the policy zone.',
    }),
    primary: setting(endpoint, `${defaultPrimary.host}:${defaultPrimary.port}`, {
      help: 'Address and port that serve the policy zone.',
    }),
    notify: setting(endpoints, '', { help: 'Resolvers that receive a NOTIFY when the policy changes.' }),
    tsig_key_file: optional(text, {
      placeholder: 'FILE',
      help: 'File with a TSIG key as [ALGORITHM:]NAME:SECRET. Zone transfers must be signed with this key.',
    }),
    zone_file: optional(text, {
      placeholder: 'FILE',
      help: 'File to which the policy zone is also written (for knot-resolver).',
    }),
    unbound_control: optional(text, {
      placeholder: 'PROGRAM',
      help: 'Program (unbound-control) that makes Unbound read zone_file.',
    }),
    rec_control: optional(text, {
      placeholder: 'PROGRAM',
      help: 'Program (rec_control) that clears the cache of PowerDNS Recursor after policy changes.',
    }),
    policy_interval: setting(integer(1, day), '2', {
      placeholder: 'SECONDS',
      help: 'Seconds between two policy requests if the collector does not hold requests open.',
    }),
    surge_percent: setting(decimal(0, 100), '10', {
      placeholder: 'PERCENT',
      help: 'A new policy is rolled back if the share of queries that it affects grows by more than this many percentage points. 100 disables the rollback.',
    }),
    surge_minutes: setting(decimal(1, 1_440), '15', {
      placeholder: 'MINUTES',
      help: 'Minutes during which the effect of a new policy is watched.',
    }),
  }),
  ...settingsAbout('Analytics', prefix, {
    analytics_interval: setting(integer(5, day), '60', {
      placeholder: 'SECONDS',
      help: 'Seconds between two uploads of statistics.',
    }),
    counters: optional(
      readBy('`unbound`, `bind` or `pdns`, or one with `:PROGRAM` or `:URL`', readCounterSource),
      {
        help: 'Resolver whose own counters are read to estimate lost frames.',
      },
    ),
  }),
  ...settingsAbout('Recording', prefix, {
    record: setting(yesNo, 'true', { help: 'Ship single queries.' }),
    location_key_file: optional(text, {
      placeholder: 'FILE',
      reloadable: true,
      help: 'File with the key of the location for single queries. If empty, the location key of the registration.',
    }),
    record_kinds: setting(list(choice(...messageKinds), { least: 1 }), 'client,auth', {
      help: 'Kinds of dnstap messages that become rows.',
    }),
    ...recordingSettings,
  }),
  ...settingsAbout('Shipping', prefix, shippingSettings),
  ...settingsAbout('Program', prefix, {
    state: setting(text, defaultState, {
      placeholder: 'DIR',
      help: 'Directory for all data that is kept across restarts.',
    }),
    metrics: optional(hostPort, {
      placeholder: 'HOST:PORT',
      help: 'Address and port that serve /metrics and /health.',
    }),
  }),
} as const;

export type SettingName = keyof typeof settings;
export type Settings = Omit<ValuesOf<typeof settings>, 'collector'> & { readonly collector: string };
