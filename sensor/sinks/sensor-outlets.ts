import { once } from 'node:events';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ConnectRequest, Outlets, TlsRequest } from '@sonde/shared/sinks/outlets.ts';
import type { RotatingFiles } from '@sonde/shared/sinks/rotating-files.ts';
import got from 'got';
import { systemAuthorities } from '../ship/collector-road.ts';

/** An answer is a few words, and a list of what was refused at most. */
const mostAnswerBytes = 4 * 1024 * 1024;
/** Milliseconds. */
const connectTime = 10_000;

/**
 * Creates the ways out of a sensor's sinks: no more than the system's own, since who writes the file of sinks rules the machine. Redirections are not followed,
 * proxies of the environment not used.
 */
export function sensorOutlets(files: Pick<RotatingFiles, 'append'>): Outlets {
  const agent = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  return {
    post: async (url, { headers, body, authority, method = 'POST' }, signal) => {
      const tooLong = new AbortController();
      const request = got(url, {
        method,
        headers,
        body,
        agent,
        signal: AbortSignal.any([signal, tooLong.signal]),
        timeout: { connect: connectTime, secureConnect: connectTime },
        responseType: 'buffer',
        followRedirect: false,
        throwHttpErrors: false,
        retry: { limit: 0 },
        https: { certificateAuthority: authoritiesWith(authority) },
      });
      request.on('downloadProgress', ({ transferred }) => {
        if (transferred > mostAnswerBytes) tooLong.abort(new Error('The answer is too long.'));
      });
      const { statusCode: status, headers: own, rawBody } = await request;
      const answered = Object.entries(own).map(([name, value]) => [name, value?.toString()] as const);
      return { status, headers: Object.fromEntries(answered), text: Buffer.from(rawBody).toString('utf8') };
    },
    connect: ({ host, port, tls }: ConnectRequest, signal) =>
      tls === undefined
        ? opened(() => connectTcp({ host, port }), 'connect', signal)
        : opened(() => connectTls({ host, port, ...tlsOptions(host, tls) }), 'secureConnect', signal),
    secure: (socket, host, tls, signal) =>
      opened(() => connectTls({ socket, ...tlsOptions(host, tls) }), 'secureConnect', signal),
    append: (request, bytes) => files.append(request, bytes),
    parquet: () => Promise.reject(new Error('Sensors write no Parquet.')),
  };
}

function tlsOptions(host: string, { serverName = host, authority, identity }: TlsRequest) {
  return {
    // An address is no server name (RFC 6066 section 3).
    ...(isIP(serverName) === 0 ? { servername: serverName } : {}),
    ca: authoritiesWith(authority),
    ...(identity === undefined ? {} : { cert: identity, key: identity }),
  };
}

function authoritiesWith(authority: string | undefined): string[] {
  const system = systemAuthorities();
  return authority === undefined ? system : [...system, authority];
}

/** Waits until a connection stands; it is closed if that takes too long. */
async function opened(open: () => Socket, event: string, signal: AbortSignal): Promise<Socket> {
  const socket = open();
  try {
    await once(socket, event, { signal: AbortSignal.any([signal, AbortSignal.timeout(connectTime)]) });
    return socket.setNoDelay(true);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    // Others listen from here on; an error that nobody hears would end the process.
    socket.on('error', () => undefined);
  }
}
