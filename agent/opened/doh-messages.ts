/** The media type of a message in a body, and its octets at most. */
export const messageType = 'application/dns-message';
export const mostBodyBytes = 65_535;

/** A message taker takes messages of the client and of the server, each with the number of its request, which is above 0. */
export type TakeMessage = (fromClient: boolean, message: Uint8Array, request: number) => void;

/** A header is the least that a message has: other parameters of the name `dns` are none. */
const leastBytes = 12;

/** Reads the query in the path of a GET request (RFC 8484 section 4.1.1); undefined if there is none. */
export function queryIn(path: string): Uint8Array | undefined {
  const text = /[?&]dns=([A-Za-z0-9_-]+)(?:=*)(?:&|$)/.exec(path)?.[1];
  if (text === undefined) return undefined;
  const message = Buffer.from(text, 'base64url');
  return message.length < leastBytes ? undefined : message;
}
