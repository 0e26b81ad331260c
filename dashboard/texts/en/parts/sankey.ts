export const texts = { from: 'From', to: 'To', count: 'How many' } as const;
