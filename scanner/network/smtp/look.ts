import type { SecureContext } from 'node:tls';
import type { SmtpSession } from '../../ports/smtp-probe.ts';
import { ProbeError } from '../../ports/tls-session.ts';
import { SmtpConnection } from './smtp-connection.ts';
import { startTls } from './start-tls.ts';

type Seen = Omit<SmtpSession, 'milliseconds' | 'takesInjectedCommands'>;

interface Asking {
  readonly serverName: string;
  readonly heloName: string;
  readonly context: SecureContext;
  readonly signal: AbortSignal;
}

interface Looking extends Asking {
  /** The server offers STARTTLS. */
  readonly onOffer: () => void;
}

/** Goes as far as the end of the handshake. Rejects with a ProbeError if there is no conversation. */
export async function look(
  connection: SmtpConnection,
  { serverName, heloName, context, signal, onOffer }: Looking,
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
    const { socket, session: tls } = await startTls(connection.release(), serverName, context, signal);
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
 * QUIT alone (CVE-2011-0411). Undefined if it does not come to that.
 */
export async function tryInjection(
  connection: SmtpConnection,
  { serverName, heloName, context, signal }: Asking,
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
