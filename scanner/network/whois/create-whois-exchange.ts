import { FetchError } from '../../ports/fetch.ts';
import type { NameResolver } from '../../ports/name-resolver.ts';
import { ProbeError, type ProbeFailure } from '../../ports/tls-session.ts';
import type { WhoisExchange, WhoisQuestion } from '../../ports/whois-exchange.ts';
import type { AddressPolicy } from '../address-policy.ts';
import { PerHostTurns } from '../per-host-turns.ts';
import { openSocket, probeError } from '../smtp/smtp-connection.ts';
import { vettedAddresses } from '../vetted-addresses.ts';

const port = 43;
const mostOctets = 65_536;
/** Servers count who asks, and some refuse all who ask twice at once. */
const perHost = 1;
const atOnce = 32;
const defaultTimeouts = { connect: 5_000, answer: 8_000 };

export interface WhoisExchangeParts {
  readonly policy: AddressPolicy;
  readonly resolver: NameResolver;
  /** Milliseconds. */
  readonly timeouts?: Partial<typeof defaultTimeouts>;
}

/** Creates a client of WHOIS over TCP, at vetted addresses only; octets, time and connections are bounded. */
export function createWhoisExchange(parts: WhoisExchangeParts): WhoisExchange {
  const timeouts = { ...defaultTimeouts, ...parts.timeouts };
  const turns = new PerHostTurns({ perHost, all: atOnce });
  return {
    ask: (question) =>
      turns.run(question.host, async () => {
        if (/[\r\n\0]/.test(question.query))
          throw new ProbeError('malformed', 'A question is a single line.');
        const addresses = await vetted(question, parts);
        const [first = '', second] = addresses;
        try {
          return await talk(first, question, timeouts);
        } catch (error) {
          if (question.signal.aborted || second === undefined) throw error;
          return talk(second, question, timeouts);
        }
      }),
  };
}

async function vetted({ host, signal }: WhoisQuestion, parts: WhoisExchangeParts): Promise<string[]> {
  try {
    return await vettedAddresses(host, parts, signal);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const failure: ProbeFailure = error.failure === 'refused' ? 'refused_by_policy' : 'unreachable';
    throw new ProbeError(failure, error.message, { cause: error });
  }
}

async function talk(
  address: string,
  { query, signal }: WhoisQuestion,
  timeouts: typeof defaultTimeouts,
): Promise<string> {
  const socket = await openSocket(
    address,
    port,
    AbortSignal.any([signal, AbortSignal.timeout(timeouts.connect)]),
  );
  const ending = AbortSignal.any([signal, AbortSignal.timeout(timeouts.answer)]);
  const onAbort = () => socket.destroy(new ProbeError('timeout', 'The server took too long.'));
  ending.addEventListener('abort', onAbort, { once: true });
  if (ending.aborted) onAbort();
  try {
    socket.write(`${query}\r\n`);
    const pieces: Buffer[] = [];
    let octets = 0;
    for await (const piece of socket as AsyncIterable<Buffer>) {
      octets += piece.length;
      if (octets > mostOctets)
        throw new ProbeError('too_large', `The answer has more than ${mostOctets} bytes.`);
      pieces.push(piece);
    }
    return textOf(Buffer.concat(pieces));
  } catch (error) {
    throw probeError(error as Error);
  } finally {
    ending.removeEventListener('abort', onAbort);
    socket.destroy();
  }
}

/** The protocol has no way to tell its character set (RFC 3912 section 4): UTF-8 if it is that, else Latin-1. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
