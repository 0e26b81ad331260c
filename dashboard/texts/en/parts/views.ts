export const texts = {
  views: 'Views',
  save: 'Save this view',
  name: 'Name',
  nameHint: 'This replaces your view with the same name.',
  shared: 'For all members of the account',
  saved: (name: string) => `${name} is saved.`,
  removed: (name: string) => `${name} is removed.`,
  remove: (name: string) => `Remove ${name}`,
  own: 'Yours',
  account: 'Shared in the account',
  none: 'No saved views of this page. A view keeps the filters and the period.',
} as const;
