import { createSecureContext, getCACertificates } from 'node:tls';
import type { SmtpProbe, SmtpSession, SmtpTarget } from '../../ports/smtp-probe.ts';
import { ProbeError } from '../../ports/tls-session.ts';
import type { AddressPolicy } from '../address-policy.ts';
import { PerHostTurns } from '../per-host-turns.ts';
import { look, tryInjection } from './look.ts';
import { openSocket, probeError, SmtpConnection } from './smtp-connection.ts';

export interface SmtpProbeParts {
  readonly policy: AddressPolicy;
  /** The name in EHLO: a name of this host (RFC 5321 section 4.1.1.1). */
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
 * Talks to mail servers as far as STARTTLS. Each probe opens a connection to see, and, if STARTTLS is
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
    const asking = { serverName: target.serverName, heloName: parts.heloName, context };
    const ending = new AbortController();
    const within = { ...target, signal: AbortSignal.any([target.signal, ending.signal]) };
    let injecting: Promise<boolean | undefined> = Promise.resolve(undefined);
    // Beside the first connection, once that has its place: what waits for the probe waits for the slower of the two alone.
    const onOffer = () => {
      injecting = withConnection(within, timeouts.conversation, timeouts.connect, (connection, signal) =>
        tryInjection(connection, { ...asking, signal }),
      ).catch(() => undefined);
    };
    const looking = withConnection(target, timeouts.conversation, timeouts.connect, (connection, signal) =>
      look(connection, { ...asking, signal, onOffer }),
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
