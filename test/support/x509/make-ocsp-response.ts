import { createHash, sign } from 'node:crypto';
import {
  bitString,
  context,
  derNull,
  implicit,
  integer,
  octets,
  oid,
  sequence,
  text,
  tlv,
} from '../../../shared/x509/der-writer.ts';
import type { Sample } from './make-certificate.ts';

export interface OcspOptions {
  readonly certificate: Sample;
  readonly issuer: Sample;
  readonly status?: 'good' | 'revoked' | 'unknown';
  readonly thisUpdate: Date;
  readonly nextUpdate?: Date;
  /** Who signs instead of the issuer; its certificate goes along. */
  readonly responder?: Sample;
  readonly serialNumber?: Buffer;
}

/** The serial number of a sample, as DER. */
function serialOf(certificate: Sample): Buffer {
  const serial = /^30..(?:....)?30..(?:....)?a003020102(02(..).*)$/.exec(
    certificate.der.subarray(0, 64).toString('hex'),
  )!;
  return Buffer.from(serial[1]!.slice(0, 4 + 2 * Number.parseInt(serial[2]!, 16)), 'hex');
}

const generalized = (date: Date) => text(0x18, `${date.toISOString().replace(/[-:T]|\..*$/g, '')}Z`);
const keyBits = (info: Buffer) => info.subarray(info.indexOf(Buffer.from('034200', 'hex')) + 3);

/** A response by an authority with a key on P-256 (RFC 6960). */
export function makeOcspResponse(options: OcspOptions): Buffer {
  const { certificate, issuer, status = 'good', thisUpdate, nextUpdate, responder = issuer } = options;
  const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest();
  const id = sequence(
    sequence(oid('1.3.14.3.2.26'), derNull),
    octets(sha1(issuer.subject)),
    octets(sha1(keyBits(issuer.key.publicInfo))),
    options.serialNumber ?? serialOf(certificate),
  );
  const told = {
    good: implicit(0, Buffer.alloc(0)),
    revoked: context(1, generalized(thisUpdate)),
    unknown: implicit(2, Buffer.alloc(0)),
  }[status];
  const single = sequence(
    id,
    told,
    generalized(thisUpdate),
    ...(nextUpdate === undefined ? [] : [context(0, generalized(nextUpdate))]),
  );
  const signed = sequence(context(1, responder.subject), generalized(thisUpdate), sequence(single));
  const basic = sequence(
    signed,
    sequence(oid('1.2.840.10045.4.3.2')),
    bitString(sign('sha256', signed, responder.key.privateKey)),
    ...(responder === issuer ? [] : [context(0, sequence(responder.der))]),
  );
  return sequence(
    tlv(0x0a, integer(0).subarray(2)),
    context(0, sequence(oid('1.3.6.1.5.5.7.48.1.1'), octets(basic))),
  );
}

/** What a responder says that has no answer. */
export const tryLater = () => sequence(tlv(0x0a, Buffer.of(3)));
