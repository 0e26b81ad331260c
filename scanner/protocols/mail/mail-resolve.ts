export type MailRecordType = 'A' | 'AAAA' | 'MX' | 'PTR' | 'TXT';

/**
 * A mail answer is the result of a DNS question. `values`: addresses for A and AAAA, names for PTR, names in the order
 * of preference for MX, for TXT each record's strings put together, a character for each octet. `empty`: the name
 * exists, without such records.
 */
export type MailAnswer =
  | { readonly status: 'found'; readonly values: readonly string[] }
  | { readonly status: 'empty' }
  | { readonly status: 'nxdomain' }
  | { readonly status: 'error'; readonly message?: string };

/**
 * A mail resolve function asks for records. `name` is lower case, without a trailing dot; its labels may hold any
 * character. Never rejects.
 */
export type MailResolve = (name: string, type: MailRecordType) => Promise<MailAnswer>;
