export const texts = {
  views: 'Views',
  save: 'Save this view',
  name: 'Name',
  nameHint: 'A view of yours with the same name is replaced.',
  shared: 'For everybody of the account',
  saved: (name: string) => `${name} is saved.`,
  removed: (name: string) => `${name} is gone.`,
  remove: (name: string) => `Take away ${name}`,
  own: 'Yours',
  account: 'Of the account',
  none: 'Nothing is saved of this page. A view keeps its filters and its time.',
} as const;
