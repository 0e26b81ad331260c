import { zoneName } from '@sonde/shared/policy/rpz-zone.ts';
import { z } from 'zod';
import { readEndpoint } from '../net/read-endpoint.ts';
import { defaultDnstapSocket, defaultPrimary, defaultZone } from '../setup/defaults.ts';

const path = z.string().min(1).max(4_096);
const seconds = (least: number) => z.coerce.number().int().min(least).max(86_400);
const list = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',') : value),
  z.array(z.string()),
);

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
  collector: z.url({ protocol: /^https?$/ }).describe("the collector's address"),
  state: path.default('/var/lib/sonde-resolver').describe('directory for what outlives a restart'),
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
  policy_interval: seconds(1).default(2).describe('seconds between two looks for a new policy'),
  analytics_interval: seconds(5).default(60).describe('seconds between two batches of statistics'),
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
