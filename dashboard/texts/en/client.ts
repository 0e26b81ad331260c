export const texts = {
  queries: 'Queries',
  threats: 'Threats',
  noThreats: 'No open threat is about this client.',
  last: 'Last queries',
  all: 'All queries',
  nothing: 'It asked nothing in this time',
  nothingMore:
    'Choose a longer time. Clients that ask another resolver are seen only where an agent listens.',
  address: 'About the address',
} as const;
