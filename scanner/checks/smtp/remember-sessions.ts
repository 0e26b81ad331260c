import type { SmtpProbe, SmtpSession } from '../../ports/smtp-probe.ts';

/** Lets the scanners of one scan share what a conversation with a server showed. */
export function rememberSessions(probe: SmtpProbe): SmtpProbe {
  const sessions = new Map<string, Promise<SmtpSession>>();
  return {
    converse(target) {
      const key = `${target.address} ${target.port} ${target.serverName}`;
      const known = sessions.get(key);
      if (known !== undefined) return known;
      const session = probe.converse(target);
      sessions.set(key, session);
      return session;
    },
  };
}
