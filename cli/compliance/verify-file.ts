import { readFileSync, statSync } from 'node:fs';
import type { Json } from '@sonde/shared/documents/canonical-json.ts';
import {
  keyIdOf,
  readReportKey,
  type SignedDocument,
  verifyReport,
} from '@sonde/shared/documents/signed-report.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { exitCodes } from '../exit-codes.ts';

const mostBytes = 256 * 1024 * 1024;

export interface Verdict {
  readonly file: string;
  readonly valid: boolean;
  readonly digest_matches: boolean;
  readonly signature_matches: boolean;
  /** Of the key that it was checked with. */
  readonly key_id: string;
}

/** Checks whether a report as the collector gave it, as JSON, is as the holder of a key signed it. Asks nobody. */
export function verifyFile(file: string, pem: string, keyName: string): Verdict {
  const key = readReportKey(pem);
  if (key === undefined) {
    throw new UsageError(
      `${keyName} does not contain an Ed25519 public key in PEM.`,
      exitCodes.configuration,
    );
  }
  const { document, integrity } = readReport(file);
  const { digestMatches, signatureMatches } = verifyReport(document, integrity, key);
  return {
    file,
    valid: digestMatches && signatureMatches,
    digest_matches: digestMatches,
    signature_matches: signatureMatches,
    key_id: keyIdOf(key),
  };
}

function readReport(file: string) {
  const report = parsed(file) as { document?: Json; integrity?: { digest?: Json; signature?: Json } } | null;
  const { document, integrity } = report ?? {};
  if (
    typeof document !== 'object' ||
    document === null ||
    Array.isArray(document) ||
    typeof integrity?.digest !== 'string' ||
    typeof integrity.signature !== 'string'
  ) {
    throw new UsageError(
      `${file} is not a complete report in JSON with "document" and "integrity".`,
      exitCodes.failed,
    );
  }
  const { digest, signature } = integrity;
  return { document: document as SignedDocument, integrity: { digest, signature } };
}

function parsed(file: string): unknown {
  try {
    if (statSync(file).size <= mostBytes) return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${(error as Error).message}`, exitCodes.failed);
  }
  throw new UsageError(`${file} is larger than 256 MiB.`, exitCodes.failed);
}
