import type { AddressPolicy } from '@sonde/scanner/network/address-policy.ts';
import { vettedAddresses } from '@sonde/scanner/network/vetted-addresses.ts';
import { FetchError } from '@sonde/scanner/ports/fetch.ts';
import type { NameResolver } from '@sonde/scanner/ports/name-resolver.ts';
import type { Mail, SendMail } from '../ports/system/mailer.ts';

/** Milliseconds. */
const timeouts = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 10_000 };

export interface SmtpServer {
  /** `smtp://user:password@host:port`, or `smtps:` if TLS begins at once. */
  readonly url: string;
  readonly from: string;
  /** Certificates of authorities to trust in place of the system's, in PEM. */
  readonly authorities?: readonly string[];
}

/**
 * Sends over one mail server, each mail over a connection of its own to a vetted address. A user and a password are sent
 * over TLS only.
 */
export function createSmtpMailer(
  server: SmtpServer,
  guard: { resolver: NameResolver; policy: AddressPolicy },
): SendMail {
  const url = new URL(server.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  const tls = {
    servername: host,
    ...(server.authorities === undefined ? {} : { ca: [...server.authorities] }),
  };

  return async (mail, signal) => {
    const [address] = await vettedAddresses(host, guard, signal);
    // Here, since a start of the collector would load forty modules more.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      host: address,
      port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
      secure,
      tls,
      ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) }, requireTLS: !secure }),
      disableFileAccess: true,
      disableUrlAccess: true,
      ...timeouts,
    });
    const aborted = Promise.withResolvers<never>();
    const onAbort = () => aborted.reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    try {
      signal.throwIfAborted();
      await Promise.race([transport.sendMail(messageOf(server.from, mail)), aborted.promise]);
    } catch (error) {
      if (signal.aborted) throw error;
      const message = error instanceof Error ? error.message : String(error);
      throw new FetchError('unreachable', message, { cause: error });
    } finally {
      signal.removeEventListener('abort', onAbort);
      transport.close();
    }
  };
}

function messageOf(from: string, { unsubscribe, attachments = [], ...mail }: Mail) {
  const list = unsubscribe === undefined ? {} : { list: { unsubscribe } };
  return { from, ...mail, ...list, attachments: [...attachments] };
}
