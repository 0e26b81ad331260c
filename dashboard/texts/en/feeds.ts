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
