import type { KeyObject } from 'node:crypto';
import { InvalidInput } from '@sonde/shared/errors.ts';
import type { EnrolledAgent } from '../../../ports/ingest/enrolments.ts';
import type { ClientCertificates } from './client-certificates.ts';
import { CertificationRequestError, readCertificationRequest } from './read-request.ts';

/** Signs the certificate that an agent asks for, as it is answered. Throws InvalidInput for what is no request. */
export async function grantCertificate(
  { uuid, keyId }: Pick<EnrolledAgent, 'uuid' | 'keyId'>,
  request: string,
  certificates: Pick<ClientCertificates, 'sign'>,
): Promise<{ certificate: string; ends_at: string; lifetime_seconds: number }> {
  const publicKey = readRequest(request);
  const { certificate, endsAt, lifetimeSeconds } = await certificates.sign({ uuid, keyId }, publicKey);
  return { certificate, ends_at: endsAt.toISOString(), lifetime_seconds: lifetimeSeconds };
}

/** Reads the key that a certificate is asked for. Throws InvalidInput for what is no request. */
export function readRequest(request: string): KeyObject {
  try {
    return readCertificationRequest(request);
  } catch (error) {
    if (error instanceof CertificationRequestError)
      throw new InvalidInput('certification_request', error.message);
    throw error;
  }
}
