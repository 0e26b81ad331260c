export const texts = {
  lead: 'Who is told of threats, and whether it arrives.',
  add: 'Add a channel',
  empty: 'Nobody is told yet',
  emptyMore: 'A channel sends threats by e-mail, to a chat, a pager or a webhook as they are found.',
  columns: { channel: 'Channel', severity: 'From', state: 'State', last: 'Last delivered' },
  kinds: {
    webhook: 'Webhook',
    email: 'E-mail',
    slack: 'Slack',
    teams: 'Microsoft Teams',
    discord: 'Discord',
    matrix: 'Matrix',
    telegram: 'Telegram',
    ntfy: 'ntfy',
    gotify: 'Gotify',
    pagerduty: 'PagerDuty',
    opsgenie: 'Opsgenie',
    alertmanager: 'Alertmanager',
  },
  healthy: 'Delivers',
  dead: (count: string) => `${count} given up`,
  waiting: (count: string) => `${count} waiting`,
  refused: (count: string) => `${count} found no room`,
  never: 'never',
  test: 'Test',
  testOk: 'The test arrived.',
  testFailed: (why: string) => `The test did not arrive: ${why}`,
  status: (status: string) => `status ${status}`,
  retry: 'Try again what was given up',
  retried: (count: string) => `${count} are tried again.`,
  deliveries: 'Deliveries',
  deliveriesOf: (target: string) => `Deliveries to ${target}`,
  noDeliveries: 'Nothing was sent yet.',
  threat: 'Threat',
  attempts: 'Attempts',
  at: 'At',
  error: 'Last error',
  states: { waiting: 'waiting', delivered: 'delivered', dead: 'given up', joined: 'told with its case' },
  kind: 'By',
  target: 'Address',
  secretHint: 'The collector keeps it encrypted and never shows it.',
  tellsResolved: 'Tell when a threat is resolved too',
  byCase: 'Tell threats that belong together once, as a case',
  digest: 'When',
  digests: {
    none: 'Each threat at once',
    hour: 'All of an hour in one message',
    day: 'All of a day in one message',
  },
  digestAt: (zone: string) => `Each day at (${zone}); critical threats are told at once`,
  quiet: 'Quiet hours: only critical threats are told, the rest waits',
  from: 'From',
  to: 'Until',
  least: 'From this severity on',
  note: 'Note',
  secretOnce: 'What webhooks are signed with, shown this once:',
  removed: 'The channel is removed.',
} as const;

interface ChannelForm {
  /** What the address is. */
  readonly target: string;
  readonly type?: 'url' | 'email' | 'text';
  /** What the receiver's key is called, if it has one. */
  readonly secret?: string;
  readonly secretOptional?: true;
}

/** The channel forms describe the fields of each kind of channel. */
export const channelForms: Readonly<Record<keyof typeof texts.kinds, ChannelForm>> = {
  webhook: { target: 'An https address that takes a POST with JSON' },
  email: {
    target: 'An e-mail address; the collector needs a mail server in its settings',
    type: 'email',
  },
  slack: { target: 'The URL of an incoming webhook of a Slack app' },
  teams: { target: 'The URL of a workflow that posts to a channel when a webhook request is received' },
  discord: { target: 'The URL of a webhook: channel settings, Integrations' },
  matrix: { target: 'https://HOMESERVER/!ROOM:SERVER', secret: 'Access token' },
  telegram: { target: "The chat's number, or @NAME of a channel", type: 'text', secret: 'Token of the bot' },
  ntfy: { target: 'https://ntfy.sh/TOPIC', secret: 'Access token', secretOptional: true },
  gotify: { target: 'The address of the server', secret: 'Token of the application' },
  pagerduty: {
    target: 'https://events.pagerduty.com or https://events.eu.pagerduty.com',
    secret: 'Integration key',
  },
  opsgenie: { target: 'https://api.opsgenie.com or https://api.eu.opsgenie.com', secret: 'API key' },
  alertmanager: {
    target: 'The address of the server, as http://HOST:9093',
    secret: 'Bearer token, or USER:PASSWORD',
    secretOptional: true,
  },
};
