import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { SmtpProbe, SmtpSession, SmtpTarget } from '../../ports/scans/smtp-probe.ts';
import { ProbeError, type TlsSession } from '../../ports/scans/tls-session.ts';
import type { AddressPolicy } from '../address-policy.ts';
import { PerHostTurns } from '../per-host-turns.ts';
import { openSocket, probeError, SmtpConnection } from './smtp-connection.ts';
import { startTls } from './start-tls.ts';

export interface SmtpProbeParts {
  readonly policy: AddressPolicy;
  /** What EHLO says: a name of this host (RFC 5321 section 4.1.1.1). */
  readonly heloName: string;
  /** Certificates of authorities to trust besides the system's, in PEM. */
  readonly extraAuthorities?: readonly string[];
  /** Milliseconds. */
  readonly timeouts?: Partial<typeof defaultTimeouts>;
}

/** Conversations with one address, and with all, that are under way at once. */
const perHost = 4;
const atOnce = 128;
/** `injection`: how long a second connection may lag behind the first. */
const defaultTimeouts = { connect: 8_000, conversation: 20_000, injection: 2_000 };

/**
 * Talks to mail servers as far as STARTTLS. Each probe opens a connection to see, and, where STARTTLS is
 * offered, one to try whether commands in the clear are carried over. All is bounded: lines, octets, time.
 */
export function createSmtpProbe(parts: SmtpProbeParts): SmtpProbe {
  const timeouts = { ...defaultTimeouts, ...parts.timeouts };
  const context = createSecureContext({
    ca: [...getCACertificates('default'), ...(parts.extraAuthorities ?? [])],
    // Old versions are to be seen, not relied on.
    minVersion: 'TLSv1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  const turns = new PerHostTurns({ perHost, all: atOnce });
  const converse = async (target: SmtpTarget): Promise<SmtpSession> => {
    const began = performance.now();
    const ending = new AbortController();
    const within = { ...target, signal: AbortSignal.any([target.signal, ending.signal]) };
    let injecting: Promise<boolean | undefined> = Promise.resolve(undefined);
    // Beside the first connection, once that has its place: what waits for the probe waits for the slower of the two alone.
    const onOffer = () => {
      injecting = withConnection(within, timeouts.conversation, timeouts.connect, (connection, signal) =>
        tryInjection(connection, target, parts.heloName, context, signal),
      ).catch(() => undefined);
    };
    const looking = withConnection(target, timeouts.conversation, timeouts.connect, (connection, signal) =>
      look(connection, target, { heloName: parts.heloName, context, signal, onOffer }),
    );
    const seen = await looking.finally(() => setTimeout(() => ending.abort(), timeouts.injection).unref());
    if (seen.tls === undefined) ending.abort();
    const injected = await injecting;
    return {
      ...seen,
      ...(seen.tls !== undefined && injected !== undefined && { takesInjectedCommands: injected }),
      milliseconds: performance.now() - began,
    };
  };
  return {
    async converse(target) {
      if (!parts.policy.permits(target.address))
        throw new ProbeError('refused_by_policy', `${target.address} must not be connected to.`);
      return turns.run(target.address, () => converse(target));
    },
  };
}

async function withConnection<Result>(
  { address, port, signal }: SmtpTarget,
  milliseconds: number,
  toConnect: number,
  talk: (connection: SmtpConnection, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const socket = await openSocket(address, port, AbortSignal.any([signal, AbortSignal.timeout(toConnect)]));
  const ending = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
  const connection = new SmtpConnection(socket);
  const onAbort = () => {
    connection.fail(new ProbeError('timeout', 'The server took too long.'));
    socket.destroy();
  };
  ending.addEventListener('abort', onAbort, { once: true });
  if (ending.aborted) onAbort();
  try {
    return await talk(connection, ending);
  } catch (error) {
    throw probeError(error as Error);
  } finally {
    ending.removeEventListener('abort', onAbort);
    socket.destroy();
  }
}

type Seen = Omit<SmtpSession, 'milliseconds' | 'takesInjectedCommands'>;

interface Looking {
  readonly heloName: string;
  readonly context: SecureContext;
  readonly signal: AbortSignal;
  /** The server offers STARTTLS. */
  readonly onOffer: () => void;
}

async function look(
  connection: SmtpConnection,
  { serverName }: SmtpTarget,
  { heloName, context, signal, onOffer }: Looking,
): Promise<Seen> {
  const { banner, extensions } = await greet(connection, heloName);
  const seen = { banner, extensions, offersStartTls: offersStartTls(extensions) };
  if (!seen.offersStartTls) {
    connection.socket.write('QUIT\r\n');
    return seen;
  }
  onOffer();
  try {
    const ready = await connection.command('STARTTLS');
    if (ready.code !== 220)
      return { ...seen, tlsError: `STARTTLS was answered with ${ready.code} ${ready.lines[0] ?? ''}.` };
    const { socket, session } = await startTls(connection.release(), serverName, context, signal);
    const tls: TlsSession = session;
    socket.end('QUIT\r\n');
    return { ...seen, tls };
  } catch (error) {
    return { ...seen, tlsError: (error as Error).message };
  }
}

async function greet(
  connection: SmtpConnection,
  heloName: string,
): Promise<{ banner: string; extensions: string[] }> {
  const greeting = await connection.reply();
  const banner = greeting.lines.join(' ').slice(0, 512);
  if (greeting.code !== 220)
    throw new ProbeError('refused', `The server greets with ${greeting.code} ${banner}`.slice(0, 300));
  const reply = await connection.command(`EHLO ${heloName}`);
  // The first line is the server's name.
  const extensions = reply.code === 250 ? reply.lines.slice(1).map(extensionOf).filter(Boolean) : [];
  return { banner, extensions };
}

function offersStartTls(extensions: readonly string[]): boolean {
  return extensions.some((extension) => /^STARTTLS(?: |$)/.test(extension));
}

/** The keyword in upper case, its parameters as they are; some write `AUTH=LOGIN`. */
function extensionOf(line: string): string {
  const [keyword = '', ...parameters] = line.trim().split(/\s+/);
  return [keyword.toUpperCase(), ...parameters].join(' ').slice(0, 200);
}

/**
 * Sends NOOP in the clear right behind STARTTLS, and QUIT within TLS: a server that forgets what came in the clear answers
 * QUIT alone (CVE-2011-0411). Undefined where it does not come to that.
 */
async function tryInjection(
  connection: SmtpConnection,
  { serverName }: SmtpTarget,
  heloName: string,
  context: SecureContext,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const { extensions } = await greet(connection, heloName);
  if (!offersStartTls(extensions)) return undefined;
  const ready = await connection.command('STARTTLS', 'NOOP');
  // A server that answers both in the clear, or neither, takes nothing over.
  if (ready.code !== 220) return false;
  const { socket } = await startTls(connection.release(), serverName, context, signal);
  try {
    const secure = new SmtpConnection(socket);
    const onAbort = () => secure.fail(new ProbeError('timeout', 'The server took too long.'));
    signal.addEventListener('abort', onAbort, { once: true });
    const { code } = await secure.command('QUIT').finally(() => signal.removeEventListener('abort', onAbort));
    return code === 250;
  } finally {
    socket.destroy();
  }
}
