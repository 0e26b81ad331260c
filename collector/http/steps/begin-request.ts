import type { Random } from '../../ports/system/random.ts';
import { clientAddress, type TrustedProxies } from '../client-address.ts';
import type { HttpContext } from '../request-state.ts';
import { securityHeaders } from './security-headers.ts';

/** What an incoming X-Request-Id may look like to be taken over. */
const saneRequestId = /^[A-Za-z0-9._:-]{1,128}$/;

/** Gives a request its identity, and its answer the headers that every answer has. */
export function beginRequest(context: HttpContext, random: Random, trustedProxies: TrustedProxies): void {
  const { req, state } = context;
  const given = req.headers['x-request-id'];
  state.requestId = typeof given === 'string' && saneRequestId.test(given) ? given : random.uuid();
  state.address = clientAddress(req.socket.remoteAddress, forwardedFor(req.headers), trustedProxies);
  state.route = 'unmatched';
  state.caller = undefined;
  state.errorCode = undefined;
  state.headers = securityHeaders(context);
  state.headers['X-Request-Id'] = state.requestId;
  state.answer = undefined;
}

function forwardedFor(headers: NodeJS.Dict<string | string[]>): string | undefined {
  const header = headers['x-forwarded-for'];
  return Array.isArray(header) ? header.join(',') : header;
}
