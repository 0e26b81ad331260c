import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AccessList } from '../net/access-list.ts';
import type { Endpoint } from '../net/read-endpoint.ts';
import type { ListenOptions } from './connections.ts';
import { listenTcp, listenTls } from './listen.ts';
import { listenUnix } from './listen-unix.ts';

export interface DnstapInputs {
  readonly socket: { readonly path: string; readonly mode: number; readonly groupId: number | undefined };
  readonly tcp: readonly Endpoint[];
  readonly tls: readonly Endpoint[];
  /** PEM files; certificate and key are needed if there is an endpoint for TLS. */
  readonly certificate: string | undefined;
  readonly key: string | undefined;
  readonly authority: string | undefined;
  /** Addresses and networks that may connect over TCP and TLS. */
  readonly from: readonly string[];
}

interface Closable {
  close(): Promise<void>;
}

/** Lists all inputs, for people. */
export function inputNames({ socket, tcp, tls }: Pick<DnstapInputs, 'socket' | 'tcp' | 'tls'>): string[] {
  const at = ({ host, port }: Endpoint) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);
  return [
    `unix:${socket.path}`,
    ...tcp.map((endpoint) => `tcp:${at(endpoint)}`),
    ...tls.map((endpoint) => `tls:${at(endpoint)}`),
  ];
}

/** Takes writers wherever the settings say. Rejects, with nothing left open, if one of the places cannot be had. */
export async function listenAll(inputs: DnstapInputs, options: ListenOptions): Promise<Closable> {
  const open: Closable[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(open.map((listener) => listener.close()));
  };
  try {
    const { path, mode, groupId } = inputs.socket;
    await mkdir(dirname(path), { recursive: true, mode: 0o755 });
    open.push(await listenUnix(path, { ...options, mode, ...(groupId === undefined ? {} : { groupId }) }));
    const allowed = new AccessList(inputs.from);
    for (const endpoint of inputs.tcp) open.push(await listenTcp(endpoint, allowed, options));
    const tls = inputs.tls.length === 0 ? {} : await tlsFiles(inputs);
    for (const endpoint of inputs.tls) open.push(await listenTls(endpoint, allowed, tls, options));
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

async function tlsFiles({ certificate, key, authority }: DnstapInputs) {
  if (certificate === undefined || key === undefined) {
    throw new RangeError('dnstap_tls needs dnstap_tls_certificate and dnstap_tls_key.');
  }
  const own = { cert: await readFile(certificate), key: await readFile(key) };
  if (authority === undefined) return own;
  return { ...own, ca: await readFile(authority), requestCert: true, rejectUnauthorized: true };
}
