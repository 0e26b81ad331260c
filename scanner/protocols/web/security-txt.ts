const mostContacts = 20;

/** A security.txt names whom to tell of a fault (RFC 9116). */
export interface SecurityTxt {
  /** URIs, in the order of the file: the first is preferred. */
  readonly contacts: readonly string[];
  /** Milliseconds since 1970; undefined if the file does not say it, or says it wrongly. */
  readonly expiresAt: number | undefined;
  /** As it stands in the file. */
  readonly expires: string | undefined;
}

/** Reads a security.txt, signed or not. Lines that are no field are passed over. */
export function readSecurityTxt(text: string): SecurityTxt {
  const fields = text.split(/\r?\n/).flatMap((line) => {
    const colon = line.indexOf(':');
    return colon < 1
      ? []
      : [{ name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() }];
  });
  const expires = fields.find(({ name }) => name === 'expires')?.value.split(/\s/)[0];
  const at = Date.parse(expires ?? '');
  return {
    contacts: fields
      .filter(({ name, value }) => name === 'contact' && value !== '')
      .map(({ value }) => value)
      .slice(0, mostContacts),
    expiresAt: Number.isNaN(at) ? undefined : at,
    expires,
  };
}

/** Gives the mailboxes among contacts (RFC 6068), without their parameters. */
export function mailboxesIn(contacts: readonly string[]): string[] {
  return contacts.flatMap((contact) => {
    const [, mailbox] = /^mailto:([^?]+)/i.exec(contact) ?? [];
    if (mailbox === undefined) return [];
    try {
      return [decodeURIComponent(mailbox)];
    } catch {
      return [];
    }
  });
}
