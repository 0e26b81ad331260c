export const texts = {
  lead: 'The lists that names and addresses are compared with, and what each is worth here.',
  columns: {
    feed: 'Feed',
    status: 'Status',
    indicators: 'Indicators',
    hits: 'Seen here',
    unique: 'Only it',
    ahead: 'Days ahead',
    age: 'Median age',
    checked: 'Checked',
  },
  hints: {
    hits: 'Different indicators of it that were seen in 30 days',
    unique: 'Those of them that no other source lists',
    ahead: 'By how much it lists before it is seen here, in the middle',
  },
  statuses: {
    active: 'fresh',
    pending: 'being fetched',
    degraded: 'old',
    needs_key: 'needs a key',
    failed: 'failed',
    disabled: 'off',
  },
  switchedOn: (feed: string) => `${feed} is on.`,
  switchedOff: (feed: string) => `${feed} is off.`,
  asked: (feed: string) => `${feed} is looked at within seconds.`,
  judged: (feed: string) => `${feed} is judged that way from now on.`,
  use: 'Use it.',
  again: 'Tried again',
  atOnce: 'within seconds',
  lastLook: 'Last look',
  nextLook: 'Next look',
  document: 'Document',
  refresh: 'Look at it now',
  refreshHint: 'Once a minute at most.',
  judgement: 'How it is judged',
  judgementHint:
    'Counts for all that it lists, at once. What is empty stays as the feed and the program have it.',
  weight: 'Trust in it',
  weightHint: (weight: string) => `0 to 1; now ${weight}`,
  severity: 'Severity',
  asListed: 'as listed',
  threatType: 'Category',
  save: 'Save',
  key: "The publisher's key",
  keyOrigins: {
    none: 'None is set. All feeds of the publisher take it.',
    setting: "It is one of the collector's settings, and is changed there.",
    stored: 'One is set. It is stored encrypted, and never shown.',
    unreadable: 'One is stored, but by a collector with another SONDE_TOKEN_SECRET: set it once more.',
  },
  newKey: 'New key',
  setKey: 'Set the key',
  removeKey: 'Remove it',
  keySet: 'The key is set.',
  keyRemoved: 'The key is removed.',
  open: (feed: string) => `${feed}: state and settings`,
  own: 'Own lists',
  noOwn: 'No list of your own yet. Send one to the API: PUT /api/v1/threat-intel/indicators/NAME.',
  overlap: 'How far feeds list the same',
  overlapHint: 'Of the feed in the row, the share that the feed in the column lists too.',
  days: (days: string) => `${days} d`,
  never: 'never',
  drop: 'It adds little: hardly an indicator that others do not list, and no hit of its own.',
  worth: 'Worth',
  keep: 'Adds to the others',
  littleWorth: 'Adds little',
} as const;

export function feedStatus(status: keyof typeof texts.statuses): string {
  return texts.statuses[status];
}

export function feedTone(status: keyof typeof texts.statuses): string {
  if (status === 'active') return 'good';
  return status === 'degraded' || status === 'failed' ? 'bad' : '';
}
