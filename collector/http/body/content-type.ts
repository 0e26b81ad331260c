import { HttpError } from '../http-error.ts';

/** Reads the media type in lower case without parameters; empty if the header is missing or no media type. */
export function mediaType(header: string | undefined): string {
  return /^\s*([\w.+-]+\/[\w.+*-]+)\s*(?:;|$)/.exec(header ?? '')?.[1]?.toLowerCase() ?? '';
}

/** Throws an answer of 415 unless the body has one of these types and, if it names a charset, it is UTF-8. */
export function checkContentType(header: string | undefined, accepted: readonly string[]): string {
  const type = mediaType(header);
  const charset = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(header ?? '')?.[1]?.toLowerCase();
  if (accepted.includes(type) && (charset === undefined || charset === 'utf-8' || charset === 'utf8'))
    return type;
  throw new HttpError('unsupported_media_type', `The header Content-Type must be ${accepted.join(' or ')}.`);
}

/** Throws an answer of 415 unless the body has one of these content codings. */
export function checkContentEncoding(header: string | undefined, accepted: readonly string[]): string {
  const encoding = header === undefined || header === '' ? 'identity' : header.trim().toLowerCase();
  if (accepted.includes(encoding)) return encoding;
  throw new HttpError(
    'unsupported_content_encoding',
    `The header Content-Encoding must be ${accepted.join(' or ')}.`,
  );
}
