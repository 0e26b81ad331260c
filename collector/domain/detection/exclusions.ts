/** What an operator doesn't want to hear about at a location. */
export interface Exclusions {
  /** Names; `*.example.com` is everything below example.com, `example.com` also itself. */
  readonly names: readonly string[];
  /** Addresses of clients, as text. */
  readonly clients: readonly string[];
}

/** Whether a sighting of that name by that client is not wanted. */
export function isExcluded({ names, clients }: Exclusions, name: string, clientAddress: string): boolean {
  return clients.includes(clientAddress) || names.some((pattern) => covers(pattern.toLowerCase(), name));
}

function covers(pattern: string, name: string): boolean {
  if (pattern.startsWith('*.')) return name.endsWith(pattern.slice(1));
  return name === pattern || name.endsWith(`.${pattern}`);
}
