const mostContacts = 20;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;

/** A security.txt names whom to tell of a fault (RFC 9116). */
export interface SecurityTxt {
  /** URIs, in the order of the file: the first is preferred. */
  readonly contacts: readonly string[];
  /** Milliseconds since 1970; undefined if the file does not say it, says it twice, or not as RFC 3339 writes dates and times. */
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
  const ends = fields.filter(({ name }) => name === 'expires').map(({ value }) => value);
  const expires = ends[0]?.slice(0, 100);
  const at = ends.length === 1 && dateTime.test(expires!) ? Date.parse(expires!) : Number.NaN;
  return {
    contacts: fields
      .filter(({ name, value }) => name === 'contact' && value !== '')
      .map(({ value }) => value)
      .slice(0, mostContacts),
    expiresAt: Number.isNaN(at) ? undefined : at,
    expires,
  };
}

/** Tells whether a contact is written as RFC 9116 section 2.5.3 has it: a URI, of the web over https alone. */
export function isContactUri(contact: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\S+$/i.test(contact) && !/^http:/i.test(contact);
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
