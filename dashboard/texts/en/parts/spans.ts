export const texts = {
  name: 'Name',
  type: 'Type',
  data: 'Answer',
  count: 'Seen',
  last: 'Last',
} as const;
