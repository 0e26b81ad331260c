import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Random } from '@sonde/shared/system/random.ts';
import { clientAddress, type TrustedProxies } from '../client-address.ts';
import { Exchange } from '../exchange.ts';

/** An incoming X-Request-Id of this form is taken over. */
const saneRequestId = /^[A-Za-z0-9._:-]{1,128}$/;

/** Gives a request its identity, and whoever sent it an address. */
export function beginExchange(
  request: IncomingMessage,
  response: ServerResponse,
  random: Random,
  trustedProxies: TrustedProxies,
): Exchange {
  const { headers, socket } = request;
  const given = headers['x-request-id'];
  const requestId = typeof given === 'string' && saneRequestId.test(given) ? given : random.uuid();
  const address = clientAddress(socket.remoteAddress, forwardedFor(headers), trustedProxies);
  return new Exchange(request, response, requestId, address, trustedProxies);
}

function forwardedFor(headers: NodeJS.Dict<string | string[]>): string | undefined {
  const header = headers['x-forwarded-for'];
  return Array.isArray(header) ? header.join(',') : header;
}
