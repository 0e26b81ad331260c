import { ConfigurationError } from './configuration-error.ts';

/** The servers whose configurations are read, by the name of the interface. */
export const serverTypes = ['bind', 'unbound', 'nsd'] as const;
export type ServerType = (typeof serverTypes)[number];

const otherNames: Readonly<Record<string, ServerType>> = {
  bind9: 'bind',
  named: 'bind',
  'named.conf': 'bind',
  'unbound.conf': 'unbound',
  'nsd.conf': 'nsd',
};

/** The server that a name means. Throws ConfigurationError. */
export function readServerType(text: string): ServerType {
  const name = text.trim().toLowerCase();
  const type = serverTypes.find((known) => known === name) ?? otherNames[name];
  if (type !== undefined) return type;
  throw new ConfigurationError('server_type', `The server is none of ${serverTypes.join(', ')}.`);
}
