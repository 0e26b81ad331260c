import { parseHostPort } from '@sonde/sensor/config/values.ts';
import { zoneName } from '@sonde/shared/policy/rpz-zone.ts';
import { z } from 'zod';
import { readCounterSource } from '../counters/counter-source.ts';
import { loopback } from '../net/access-list.ts';
import { readEndpoint } from '../net/read-endpoint.ts';
import { messageKinds } from '../rows/message-kinds.ts';
import { defaultDnstapSocket, defaultPrimary, defaultState, defaultZone } from '../setup/defaults.ts';
import { sensorSettings } from './sensor-settings.ts';

const path = z.string().min(1).max(4_096);
const seconds = (least: number) => z.coerce.number().int().min(least).max(86_400);
const list = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',') : value),
  z.array(z.string()),
);

const flag = z.union([z.boolean(), z.stringbool()]);

function checked<Value>(read: (text: string) => Value) {
  return z.string().transform((text, context) => {
    try {
      return read(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'not valid' });
      return z.NEVER;
    }
  });
}

/** Every setting of `run`, declared once: files, the environment and flags are all read by it. */
export const settingsSchema = z.strictObject({
  collector: z
    .url({
      protocol: /^https?$/,
      error: ({ input }) =>
        input === undefined
          ? 'name it by --collector URL or in the settings file'
          : 'is no http or https URL',
    })
    .describe("the collector's address"),
  state: path.default(defaultState).describe('directory for what outlives a restart'),
  registration: path
    .optional()
    .describe('file that `register` wrote (default: registration.json in the state)'),
  dnstap_socket: path.default(defaultDnstapSocket).describe('Unix socket to take dnstap on'),
  dnstap_mode: z
    .string()
    .regex(/^[0-7]{3,4}$/, 'must be octal permissions such as 660')
    .default('660')
    .describe('its permissions: the resolver has to be able to write'),
  dnstap_group: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,64}$/)
    .optional()
    .describe('the group it is given to: that of the resolver'),
  dnstap_tcp: list
    .pipe(z.array(checked(readEndpoint)).max(16))
    .default([])
    .describe('addresses and ports to take dnstap on over TCP'),
  dnstap_tls: list
    .pipe(z.array(checked(readEndpoint)).max(16))
    .default([])
    .describe('addresses and ports to take dnstap on over TLS'),
  dnstap_tls_certificate: path.optional().describe('with dnstap_tls: PEM file with our certificate'),
  dnstap_tls_key: path.optional().describe('with dnstap_tls: PEM file with its key'),
  dnstap_tls_authority: path
    .optional()
    .describe('with dnstap_tls: PEM file with the authority that writers must show a certificate of'),
  dnstap_from: list
    .pipe(z.array(z.string().max(64)).max(256))
    .default([...loopback])
    .describe('addresses and networks that may send over TCP and TLS'),
  zone: checked(zoneName).default(defaultZone).describe('the policy zone'),
  primary: checked(readEndpoint).default(defaultPrimary).describe('address and port to serve the zone on'),
  notify: list
    .pipe(z.array(checked(readEndpoint)).max(16))
    .default([])
    .describe('resolvers to tell of changes'),
  tsig_key_file: path
    .optional()
    .describe('file with [ALGORITHM:]NAME:SECRET; transfers must be signed by it'),
  zone_file: path.optional().describe('also write the zone to this file (knot-resolver)'),
  unbound_control: path.optional().describe('with zone_file: this program tells Unbound to read it'),
  rec_control: path.optional().describe('this program wipes the cache of PowerDNS Recursor after changes'),
  policy_interval: seconds(1)
    .default(2)
    .describe('seconds until the next look for a policy where the collector could not be waited at'),
  surge_percent: z.coerce
    .number()
    .min(0)
    .max(100)
    .default(10)
    .describe('how far the share of queries hit may grow before a new policy goes back; 100 for never'),
  surge_minutes: z.coerce
    .number()
    .min(1)
    .max(1_440)
    .default(15)
    .describe('how long a new policy is watched for that'),
  analytics_interval: seconds(5).default(60).describe('seconds between two batches of statistics'),
  counters: checked(readCounterSource)
    .optional()
    .describe('read what the resolver itself counts: unbound, bind or pdns, or one with :PROGRAM or :URL'),
  metrics: checked(parseHostPort).optional().describe('address and port that serve /metrics and /health'),
  record: flag.default(true).describe('whether single queries are shipped'),
  location_key_file: path
    .optional()
    .describe('file with the key of the location that they belong to (default: from the registration)'),
  record_kinds: list
    .pipe(z.array(z.enum(messageKinds)).min(1))
    .default(['client', 'auth'])
    .describe(`which messages of dnstap become rows: ${messageKinds.join(', ')}`),
  ...sensorSettings,
});
export type Settings = z.output<typeof settingsSchema>;
export type SettingName = keyof typeof settingsSchema.shape;

export const settingNames = Object.keys(settingsSchema.shape) as SettingName[];

export function flagName(name: SettingName): string {
  return `--${name.replaceAll('_', '-')}`;
}

export function environmentName(name: SettingName): string {
  return `SONDE_RESOLVER_${name.toUpperCase()}`;
}
