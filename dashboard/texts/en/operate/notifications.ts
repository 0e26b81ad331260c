export const texts = {
  lead: 'Channels that send threats to people and systems, and the state of their deliveries.',
  add: 'Add a channel',
  empty: 'No channel yet',
  emptyMore: 'A channel sends new threats by e-mail or to a chat, a pager or a webhook.',
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
  dead: (count: string) => `${count} failed for good`,
  waiting: (count: string) => `${count} waiting`,
  refused: (count: string) => `${count} dropped, queue full`,
  never: 'never',
  test: 'Test',
  testOk: 'The test message was delivered.',
  testFailed: (why: string) => `The test message was not delivered: ${why}`,
  status: (status: string) => `status ${status}`,
  retry: 'Retry failed deliveries',
  retried: (count: string) => `Deliveries that are retried: ${count}.`,
  deliveries: 'Deliveries',
  deliveriesOf: (target: string) => `Deliveries to ${target}`,
  noDeliveries: 'No deliveries yet.',
  threat: 'Threat',
  attempts: 'Attempts',
  at: 'At',
  error: 'Last error',
  states: {
    waiting: 'waiting',
    delivered: 'delivered',
    dead: 'failed for good',
    joined: 'sent with its case',
  },
  kind: 'By',
  target: 'Address',
  secretHint: 'Stored encrypted and never shown again.',
  tellsResolved: 'Also send a message when a threat is resolved',
  byCase: 'Send related threats together, as one case',
  digest: 'When',
  digests: {
    none: 'Each threat at once',
    hour: 'One message per hour',
    day: 'One message per day',
  },
  digestAt: (zone: string) => `Each day at (${zone}). Critical threats are sent at once`,
  quiet: 'Quiet hours: only critical threats are sent, all others wait',
  from: 'From',
  to: 'Until',
  least: 'Minimum severity',
  note: 'Note',
  secretOnce: 'The secret that signs webhooks, shown only once:',
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
  webhook: { target: 'An https URL that accepts a POST with JSON' },
  email: {
    target: 'An e-mail address. The collector’s settings must name a mail server',
    type: 'email',
  },
  slack: { target: 'The URL of an incoming webhook of a Slack app' },
  teams: { target: 'The URL of a workflow that posts to a channel when a webhook request is received' },
  discord: { target: 'The URL of a webhook (in Discord: channel settings, Integrations)' },
  matrix: { target: 'https://HOMESERVER/!ROOM:SERVER', secret: 'Access token' },
  telegram: { target: "The chat's id, or @NAME of a channel", type: 'text', secret: 'Token of the bot' },
  ntfy: { target: 'https://ntfy.sh/TOPIC', secret: 'Access token', secretOptional: true },
  gotify: { target: 'The address of the server', secret: 'Token of the application' },
  pagerduty: {
    target: 'https://events.pagerduty.com or https://events.eu.pagerduty.com',
    secret: 'Integration key',
  },
  opsgenie: { target: 'https://api.opsgenie.com or https://api.eu.opsgenie.com', secret: 'API key' },
  alertmanager: {
    target: 'The address of the server, such as http://HOST:9093',
    secret: 'Bearer token, or USER:PASSWORD',
    secretOptional: true,
  },
};
