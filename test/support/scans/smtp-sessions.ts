import type { SmtpSession } from '../../../scanner/ports/smtp-probe.ts';
import type { TlsSession } from '../../../scanner/ports/tls-session.ts';

/** What a mail server showed, as a recording has it: with STARTTLS and a chain that is trusted unless said otherwise. */
export function smtpSession(
  chain: readonly Uint8Array[],
  change: Partial<SmtpSession> = {},
  tls: Partial<TlsSession> = {},
): SmtpSession {
  return {
    banner: 'mail.example.com ESMTP',
    extensions: ['STARTTLS', 'SIZE 1000'],
    offersStartTls: true,
    tls: {
      chain,
      version: 'TLSv1.3',
      cipher: 'TLS_AES_256_GCM_SHA384',
      trusted: true,
      milliseconds: 1,
      ...tls,
    },
    takesInjectedCommands: false,
    milliseconds: 1,
    ...change,
  };
}

/** One that does not get as far as TLS. */
export function plainSmtpSession(change: Partial<SmtpSession> = {}): SmtpSession {
  return {
    banner: 'mail.example.com ESMTP',
    extensions: [],
    offersStartTls: false,
    milliseconds: 1,
    ...change,
  };
}
