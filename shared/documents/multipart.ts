/** A form part is a field or a file of a form (RFC 7578). */
export interface FormPart {
  readonly name: string;
  /** Of a file; its directories are left out. */
  readonly fileName: string | null;
  readonly content: Buffer;
}

/** The form can't be read. */
export class MultipartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MultipartError';
  }
}

const mostParts = 32;
const mostHeaderBytes = 4_096;

/**
 * Reads the boundary from the value of a Content-Type header; undefined if it has no valid one (RFC 2046 section
 * 5.1.1).
 */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? '');
  const boundary = found?.[1] ?? found?.[2];
  return boundary !== undefined && /^[\w'()+,./:=? -]*[\w'()+,./:=?-]$/.test(boundary) ? boundary : undefined;
}

/** Reads the parts of a form's body. Throws MultipartError. */
export function readMultipart(body: Buffer, boundary: string): FormPart[] {
  const delimiter = Buffer.from(`--${boundary}`);
  const parts: FormPart[] = [];
  let at = body.indexOf(delimiter);
  if (at === -1) throw new MultipartError('The body has no part of a form.');
  if (at !== 0 && !endsLine(body, at)) throw new MultipartError('The first boundary does not begin a line.');
  for (;;) {
    at += delimiter.length;
    if (body.toString('latin1', at, at + 2) === '--') return parts;
    at = skipToLine(body, at);
    const next = nextDelimiter(body, delimiter, at);
    if (next === -1) throw new MultipartError('The last boundary is missing.');
    if (parts.length >= mostParts) throw new MultipartError(`The form has more than ${mostParts} parts.`);
    parts.push(readPart(body.subarray(at, next - 2)));
    at = next;
  }
}

function endsLine(body: Buffer, at: number): boolean {
  return body[at - 2] === 0x0d && body[at - 1] === 0x0a;
}

function skipToLine(body: Buffer, at: number): number {
  const end = body.indexOf('\r\n', at);
  if (end === -1 || body.toString('latin1', at, end).trim() !== '') {
    throw new MultipartError('A boundary does not end its line.');
  }
  return end + 2;
}

function nextDelimiter(body: Buffer, delimiter: Buffer, from: number): number {
  let at = body.indexOf(delimiter, from);
  while (at !== -1 && !endsLine(body, at)) at = body.indexOf(delimiter, at + 1);
  return at;
}

function readPart(part: Buffer): FormPart {
  const isBare = part[0] === 0x0d && part[1] === 0x0a;
  const end = isBare ? 0 : part.subarray(0, mostHeaderBytes + 4).indexOf('\r\n\r\n');
  if (end === -1)
    throw new MultipartError(`A part has no end of its headers within ${mostHeaderBytes} bytes.`);
  const lines = part.toString('utf8', 0, end).split('\r\n');
  const disposition = lines.find((line) => /^content-disposition:/i.test(line)) ?? '';
  if (!/^content-disposition:\s*form-data\s*;/i.test(disposition)) {
    throw new MultipartError('A part is no field of a form.');
  }
  const name = parameter(disposition, 'name');
  if (name === undefined) throw new MultipartError('A part has no name.');
  const fileName = parameter(disposition, 'filename');
  return {
    name,
    fileName: fileName === undefined ? null : fileName.replace(/^.*[\\/]/s, ''),
    content: part.subarray(isBare ? 2 : end + 4),
  };
}

/** Browsers write quotation marks and line breaks in names as %22, %0D and %0A. */
function parameter(header: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i').exec(header);
  const text = found?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? found?.[2];
  return text?.replaceAll(/%22|%0[dDaA]/g, (code) => (code === '%22' ? '"' : ' '));
}
