export const texts = {
  queries: 'Queries',
  threats: 'Threats',
  noThreats: 'No open threat is about this client.',
  last: 'Last queries',
  all: 'All queries',
  nothing: 'No queries in this period',
  nothingMore:
    'Choose a longer period. If the client uses another resolver, only an agent on the path sees its queries.',
  nameIt: 'Name it',
  name: 'Name',
  nameHint: 'All members of the account see the name. An empty field removes it.',
  nameFrom: {
    lease: 'The present name comes from a DHCP lease. Your name takes precedence.',
    reverse: 'The present name comes from the resolver (reverse lookup). Your name takes precedence.',
  },
  keep: 'Keep the name',
  named: 'The client is named.',
  unnamed: 'The name is removed.',
  address: 'About the address',
  role: 'What it is for',
  noRole: 'Ordinary client.',
  learnedRole: (role: string) => `${role}, learned from its queries since`,
} as const;
