/** A part of the house and the parts that it may import, itself included without saying. */
export interface Room {
  readonly name: string;
  readonly covers: RegExp;
  readonly mayImport: readonly string[];
}

const domain = ['shared', 'ports', 'domain'];

/** The first that covers a path is its room. */
export const rooms: readonly Room[] = [
  { name: 'shared', covers: /^shared\//, mayImport: [] },
  { name: 'sensor', covers: /^sensor\//, mayImport: ['shared'] },
  { name: 'agent', covers: /^agent\//, mayImport: ['shared', 'sensor'] },
  { name: 'resolver-plugin', covers: /^resolver-plugin\//, mayImport: ['shared', 'sensor'] },
  // It knows the API by its documents alone.
  { name: 'client', covers: /^client\//, mayImport: [] },
  { name: 'ports', covers: /^collector\/ports\//, mayImport: ['shared'] },
  { name: 'domain', covers: /^collector\/domain\//, mayImport: ['shared', 'ports'] },
  // The form of an endpoint is http's, and all that endpoints may know of it.
  {
    name: 'endpoint form',
    covers:
      /^collector\/http\/(?:define-endpoint|raw-body|error-catalogue|streamed-answer|conditional-answer)\.ts$/,
    mayImport: domain,
  },
  // How any request is read, whichever face it is for.
  {
    name: 'request reading',
    covers: /^collector\/http\/(?:client-address|credential)\.ts$/,
    mayImport: domain,
  },
  { name: 'job form', covers: /^collector\/jobs\/define-job\.ts$/, mayImport: domain },
  { name: 'endpoints', covers: /^collector\/endpoints\//, mayImport: [...domain, 'endpoint form'] },
  { name: 'events', covers: /^collector\/events\//, mayImport: domain },
  { name: 'jobs', covers: /^collector\/jobs\//, mayImport: [...domain, 'job form'] },
  {
    name: 'http',
    covers: /^collector\/http\//,
    mayImport: [...domain, 'endpoint form', 'endpoints', 'request reading'],
  },
  {
    name: 'graphql',
    covers: /^collector\/graphql\//,
    // It is served by the same routes, limits and errors.
    mayImport: [...domain, 'endpoint form', 'endpoints', 'request reading', 'http'],
  },
  { name: 'socket', covers: /^collector\/socket\//, mayImport: [...domain, 'events', 'request reading'] },
  // They implement ports, and nobody but main knows them.
  { name: 'storage', covers: /^collector\/storage\//, mayImport: ['shared', 'ports'] },
  { name: 'sources', covers: /^collector\/sources\//, mayImport: ['shared', 'ports'] },
  { name: 'config', covers: /^collector\/(?:config|config\.ts)/, mayImport: [...domain, 'http'] },
  { name: 'adapters', covers: /^collector\/(?:log|metrics|network)\//, mayImport: ['shared', 'ports'] },
  { name: 'bench', covers: /^collector\/bench\//, mayImport: ['shared', 'ports'] },
  {
    name: 'composition',
    covers: /^collector\/(?:main\.ts|start\/|cli\/)/,
    mayImport: [
      ...domain,
      'endpoint form',
      'request reading',
      'job form',
      'endpoints',
      'events',
      'jobs',
      'http',
      'graphql',
      'socket',
      'storage',
      'bench',
      'sources',
      'config',
      'adapters',
    ],
  },
];

export function roomOf(path: string): Room | undefined {
  return rooms.find((room) => room.covers.test(path));
}
