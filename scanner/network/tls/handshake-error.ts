import { ProbeError, type ProbeFailure } from '../../ports/tls-session.ts';

const failures: Readonly<Record<string, ProbeFailure>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'refused',
  EPIPE: 'refused',
  ETIMEDOUT: 'timeout',
  ERR_SSL_EXCESSIVE_MESSAGE_SIZE: 'too_large',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'refused',
  ERR_SSL_NO_PROTOCOLS_AVAILABLE: 'refused',
};

/** Makes a probe error of a failed handshake, by the code that Node or OpenSSL gives. */
export function handshakeError(error: Error): ProbeError {
  const { code = '' } = error as NodeJS.ErrnoException;
  return new ProbeError(failureOf(code), `${sentence(error.message)}`, { cause: error });
}

function failureOf(code: string): ProbeFailure {
  const known = failures[code];
  if (known !== undefined) return known;
  // An alert is an answer: the server won't have it.
  if (/^ERR_SSL_.*_ALERT_/.test(code)) return 'refused';
  return code.startsWith('ERR_SSL_') ? 'malformed' : 'unreachable';
}

/** OpenSSL says `8051:error:0A00010B:SSL routines:...:wrong version number:../deps/...`. */
function sentence(message: string): string {
  const reason = /:SSL routines:[^:]*:([^:]+):/.exec(message)?.[1] ?? message;
  return `${reason.trim().slice(0, 200)}.`;
}
