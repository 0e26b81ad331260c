import { createHash, createHmac } from 'node:crypto';

export interface SignedRequest {
  readonly method: 'PUT' | 'GET';
  readonly url: URL;
  /** Names in lower case; `host` is added. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface SigningKey {
  readonly id: string;
  readonly secret: string;
  readonly region: string;
}

/**
 * Signs a request for S3 as AWS Signature Version 4 has it, all headers and the body included. Returns the headers to send;
 * `host` is left to the connection.
 */
export function awsSigned(request: SignedRequest, key: SigningKey, now: number): Record<string, string> {
  const { method, url, body } = request;
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const sent = { ...request.headers, 'x-amz-content-sha256': bodyHash, 'x-amz-date': time };
  const signed = Object.entries({ ...sent, host: url.host }).sort(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    method,
    url.pathname,
    '',
    ...signed.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}`),
    '',
    names,
    bodyHash,
  ].join('\n');
  const scope = `${time.slice(0, 8)}/${key.region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const signingKey = scope
    .split('/')
    .reduce<string | Buffer>(
      (by, part) => createHmac('sha256', by).update(part).digest(),
      `AWS4${key.secret}`,
    );
  const signature = createHmac('sha256', signingKey).update(text).digest('hex');
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${key.id}/${scope},SignedHeaders=${names},Signature=${signature}`,
  };
}

/** Writes a path as S3 signs it: all but unreserved characters (RFC 3986 section 2.3) and slashes by their octets. */
export function awsPath(path: string): string {
  return encodeURIComponent(path)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2F', '/');
}
