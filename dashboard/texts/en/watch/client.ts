export const texts = {
  queries: 'Queries',
  threats: 'Threats',
  noThreats: 'No open threat is about this client.',
  last: 'Last queries',
  all: 'All queries',
  nothing: 'It asked nothing in this time',
  nothingMore:
    'Choose a longer time. Clients that ask another resolver are seen only where an agent listens.',
  nameIt: 'Name it',
  name: 'Name',
  nameHint: 'For everybody of the account. An empty name takes it back.',
  nameFrom: {
    lease: 'The name so far is out of a DHCP lease. Another one holds before it.',
    reverse: 'The name so far is the resolver’s. Another one holds before it.',
  },
  keep: 'Keep the name',
  named: 'The client is named.',
  unnamed: 'The name is taken back.',
  address: 'About the address',
  role: 'What it is for',
  noRole: 'It asks like a client of its own.',
  learnedRole: (role: string) => `${role}, by what it asks since`,
} as const;
