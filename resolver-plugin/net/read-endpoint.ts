import { isIP } from 'node:net';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** Reads an address with a port: `127.0.0.1:53`, `[::1]:53`. Throws a RangeError. */
export function readEndpoint(text: string): Endpoint {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([0-9.]+)):([0-9]{1,5})$/.exec(text);
  const host = match?.[1] ?? match?.[2] ?? '';
  const port = Number(match?.[3]);
  if (isIP(host) === 0 || !(port <= 65_535)) {
    throw new RangeError(`not an address with a port, such as 127.0.0.1:53: ${text.slice(0, 64)}`);
  }
  return { host, port };
}
