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
    collector: optional(url('http', 'https'), { placeholder: 'URL', help: "The collector's address." }),
    registration: optional(text, {
      placeholder: 'FILE',
      help: 'File that `register` wrote; registration.json in the state directory if it is not given.',
    }),
  }),
  ...settingsAbout('dnstap', prefix, {
    dnstap_socket: setting(text, defaultDnstapSocket, {
      placeholder: 'PATH',
      help: 'Unix socket to take dnstap on.',
    }),
    dnstap_mode: setting(permissions, '660', {
      help: 'Permissions of the socket: the resolver has to be able to write.',
    }),
    dnstap_group: optional(group, { help: "The group that the socket is given to: the resolver's." }),
    dnstap_tcp: setting(endpoints, '', { help: 'Addresses and ports to take dnstap on over TCP.' }),
    dnstap_tls: setting(endpoints, '', { help: 'Addresses and ports to take dnstap on over TLS.' }),
    dnstap_tls_certificate: optional(text, {
      placeholder: 'FILE',
      help: "With dnstap_tls: PEM file with the program's certificate.",
    }),
    dnstap_tls_key: optional(text, {
      placeholder: 'FILE',
      help: "With dnstap_tls: PEM file with the certificate's key.",
    }),
    dnstap_tls_authority: optional(text, {
      placeholder: 'FILE',
      help: 'With dnstap_tls: PEM file with the authority that writers must show a certificate of.',
    }),
    dnstap_from: setting(list(source, { most: 256 }), loopback.join(','), {
      help: 'Addresses and networks that may send over TCP and TLS.',
    }),
  }),
  ...settingsAbout('Policy', prefix, {
    zone: setting(readBy('the name of a policy zone', zoneName), defaultZone, { help: 'The policy zone.' }),
    primary: setting(endpoint, `${defaultPrimary.host}:${defaultPrimary.port}`, {
      help: 'Address and port to serve the zone on.',
    }),
    notify: setting(endpoints, '', { help: 'Resolvers to tell of changes.' }),
    tsig_key_file: optional(text, {
      placeholder: 'FILE',
      help: 'File with [ALGORITHM:]NAME:SECRET; transfers must be signed by it.',
    }),
    zone_file: optional(text, {
      placeholder: 'FILE',
      help: 'Also write the zone to this file (knot-resolver).',
    }),
    unbound_control: optional(text, {
      placeholder: 'PROGRAM',
      help: 'With zone_file: this program tells Unbound to read it.',
    }),
    rec_control: optional(text, {
      placeholder: 'PROGRAM',
      help: 'This program wipes the cache of PowerDNS Recursor after changes.',
    }),
    policy_interval: setting(integer(1, day), '2', {
      placeholder: 'SECONDS',
      help: 'Seconds between two requests for the policy if the collector does not hold requests open.',
    }),
    surge_percent: setting(decimal(0, 100), '10', {
      placeholder: 'PERCENT',
      help: 'How far the share of queries hit may grow before a new policy goes back; 100 for never.',
    }),
    surge_minutes: setting(decimal(1, 1_440), '15', {
      placeholder: 'MINUTES',
      help: 'How long the share of queries hit is watched after a new policy.',
    }),
  }),
  ...settingsAbout('Analytics', prefix, {
    analytics_interval: setting(integer(5, day), '60', {
      placeholder: 'SECONDS',
      help: 'Seconds between two batches of statistics.',
    }),
    counters: optional(
      readBy('`unbound`, `bind` or `pdns`, or one with `:PROGRAM` or `:URL`', readCounterSource),
      {
        help: 'The resolver program whose own counters are read, to estimate lost frames.',
      },
    ),
  }),
  ...settingsAbout('What is recorded', prefix, {
    record: setting(yesNo, 'true', { help: 'Whether single queries are shipped.' }),
    location_key_file: optional(text, {
      placeholder: 'FILE',
      reloadable: true,
      help: 'File with the key of the location that they belong to; the key of the registration if it is not given.',
    }),
    record_kinds: setting(list(choice(...messageKinds), { least: 1 }), 'client,auth', {
      help: 'Which messages of dnstap become rows.',
    }),
    ...recordingSettings,
  }),
  ...settingsAbout('Shipping', prefix, shippingSettings),
  ...settingsAbout('The program itself', prefix, {
    state: setting(text, defaultState, {
      placeholder: 'DIR',
      help: 'Directory of everything that is kept over a restart.',
    }),
    metrics: optional(hostPort, {
      placeholder: 'HOST:PORT',
      help: 'Address and port that serve /metrics and /health.',
    }),
  }),
} as const;

export type SettingName = keyof typeof settings;
export type Settings = Omit<ValuesOf<typeof settings>, 'collector'> & { readonly collector: string };
