import type { Socket } from 'node:net';
import type { Random } from '@sonde/shared/system/random.ts';
import { type ErrorCode, errorCatalogue } from '../error-catalogue.ts';

/**
 * Answers input that is no HTTP request, in the shape of all failures: Node gives up on such input before there is a
 * request that the app could see.
 */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket, random: Random): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, message] = describe(error.code);
  const body = JSON.stringify({ error: message, code, request_id: random.uuid() });
  socket.end(
    `HTTP/1.1 ${errorCatalogue[code].status} Refused\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function describe(code: string | undefined): [ErrorCode, string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return ['headers_too_large', 'The request line and headers together are too long.'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['slow_request', 'The request did not arrive within the time limit.'];
    default:
      return ['malformed_request', 'This is not an HTTP request that can be read.'];
  }
}
