/** A part of the house and the parts that it may import, itself included without saying. */
export interface Room {
  readonly name: string;
  readonly covers: RegExp;
  readonly mayImport: readonly string[];
}

const scanner = ['scanner ports', 'scanner protocols', 'scanner datasets', 'scanner checks'];
const domain = ['shared', ...scanner, 'ports', 'domain'];

/** The first that covers a path is its room. */
export const rooms: readonly Room[] = [
  { name: 'shared', covers: /^shared\//, mayImport: [] },
  { name: 'sensor', covers: /^sensor\//, mayImport: ['shared'] },
  { name: 'agent', covers: /^agent\//, mayImport: ['shared', 'sensor', 'client'] },
  { name: 'resolver-plugin', covers: /^resolver-plugin\//, mayImport: ['shared', 'sensor', 'client'] },
  // It knows the API by its documents alone.
  { name: 'client', covers: /^client\//, mayImport: [] },
  // The pages know the collector by its client alone; what builds them runs beside the collector.
  { name: 'dashboard build', covers: /^dashboard\/build(-\w+)?\.ts$/, mayImport: [] },
  { name: 'dashboard', covers: /^dashboard\//, mayImport: ['client'] },
  // The programs that it passes on to it finds by their paths: an installation may be without them.
  {
    name: 'cli',
    covers: /^cli\//,
    mayImport: ['shared', 'client', ...scanner, 'scanner settings', 'scanner composition', 'scanner bench'],
  },
  // What a scan asks of the world outside; and the world as it is, which only who composes knows.
  { name: 'scanner ports', covers: /^scanner\/ports\//, mayImport: ['shared'] },
  {
    name: 'scanner protocols',
    covers: /^scanner\/protocols\//,
    mayImport: ['shared', 'scanner ports'],
  },
  // What is known of addresses without asking for it, and how it comes onto the disk.
  { name: 'scanner datasets', covers: /^scanner\/datasets\//, mayImport: ['shared', 'scanner ports'] },
  {
    name: 'scanner checks',
    covers: /^scanner\/(?:checks|addresses|configuration|names|result|run)\//,
    mayImport: ['shared', 'scanner ports', 'scanner protocols', 'scanner datasets'],
  },
  { name: 'scanner network', covers: /^scanner\/network\//, mayImport: ['shared', 'scanner ports'] },
  { name: 'scanner settings', covers: /^scanner\/setting[^/]*\.ts$/, mayImport: ['shared'] },
  {
    name: 'scanner composition',
    covers: /^scanner\/start\//,
    mayImport: ['shared', ...scanner, 'scanner network', 'scanner settings'],
  },
  // It starts name servers of a closed network, and scans beside them.
  {
    name: 'scanner bench',
    covers: /^scanner\/bench\//,
    mayImport: ['shared', ...scanner, 'scanner network', 'scanner settings', 'scanner composition'],
  },
  { name: 'ports', covers: /^collector\/ports\//, mayImport: ['shared', 'scanner ports'] },
  { name: 'domain', covers: /^collector\/domain\//, mayImport: ['shared', ...scanner, 'ports'] },
  // The form of an endpoint is http's, and all that endpoints may know of it.
  {
    name: 'endpoint form',
    covers:
      /^collector\/http\/(?:define-endpoint|raw-body|json-limits|dialects|error-catalogue|session-answer|headed-answer|streamed-answer|conditional-answer)\.ts$/,
    mayImport: domain,
  },
  // How any request is read, whichever face it is for.
  {
    name: 'request reading',
    covers: /^collector\/http\/(?:(?:client-address|credential)\.ts$|session\/)/,
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
  // It serves what the workspace builds, and knows of it no more than how to build it.
  {
    name: 'dashboard serving',
    covers: /^collector\/dashboard\//,
    mayImport: [...domain, 'http', 'dashboard build'],
  },
  { name: 'socket', covers: /^collector\/socket\//, mayImport: [...domain, 'events', 'request reading'] },
  // They implement ports, and nobody but main knows them.
  { name: 'storage', covers: /^collector\/storage\//, mayImport: ['shared', 'scanner ports', 'ports'] },
  { name: 'sources', covers: /^collector\/sources\//, mayImport: ['shared', 'scanner ports', 'ports'] },
  { name: 'config', covers: /^collector\/config\//, mayImport: [...domain, 'http', 'scanner settings'] },
  {
    name: 'adapters',
    covers: /^collector\/(?:log|metrics|network)\//,
    mayImport: ['shared', 'scanner ports', 'scanner network', 'ports'],
  },
  // Threads, and what is done in them.
  { name: 'workers', covers: /^collector\/workers\//, mayImport: domain },
  {
    name: 'bench',
    covers: /^collector\/bench\//,
    mayImport: ['shared', 'ports', 'scanner ports', 'scanner datasets'],
  },
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
      'dashboard serving',
      'storage',
      'bench',
      'sources',
      'config',
      'adapters',
      'workers',
      'scanner network',
      'scanner settings',
      'scanner composition',
    ],
  },
];

export function roomOf(path: string): Room | undefined {
  return rooms.find((room) => room.covers.test(path));
}
