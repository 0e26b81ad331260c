/** A notification is an event on the wire between collectors: who published it, as their how-manieth, and what. */
export interface Notification {
  readonly origin: string;
  readonly sequence: number;
  readonly topic: string;
  /** The payload as JSON, or the id of the row that holds it. */
  readonly body: { readonly json: string } | { readonly row: number };
}

/** A notification's payload must be shorter than 8,000 bytes (NOTIFY). */
export const longestNotification = 7_999;

/** Writes a notification as a line: four fields with a space between, the last one open. Topics hold no spaces. */
export function encodeNotification({ origin, sequence, topic, body }: Notification): string {
  return 'json' in body
    ? `${origin} ${sequence} ${topic} =${body.json}`
    : `${origin} ${sequence} ${topic} @${body.row}`;
}

/** Reads a notification; undefined for a line that is none of ours. */
export function decodeNotification(line: string): Notification | undefined {
  const parts = /^(\S+) (\d{1,16}) (\S+) ([=@])(.*)$/s.exec(line);
  if (!parts) return undefined;
  const [, origin = '', sequence, topic = '', kind, rest = ''] = parts;
  const body = kind === '=' ? { json: rest } : { row: Number(rest) };
  return { origin, sequence: Number(sequence), topic, body };
}
