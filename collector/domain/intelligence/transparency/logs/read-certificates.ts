import { setImmediate as turn } from 'node:timers/promises';
import { DerError } from '@sonde/scanner/protocols/tls/der/der-error.ts';
import type { IssuerNames } from '@sonde/scanner/protocols/transparency/issuer-text.ts';
import type { LogEntry } from '@sonde/scanner/protocols/transparency/log-entry.ts';
import { readLogged } from '@sonde/scanner/protocols/transparency/logged-certificate.ts';
import { leafHash } from '@sonde/scanner/protocols/transparency/merkle-hash.ts';
import type { TreeEdge } from '@sonde/scanner/protocols/transparency/tree-edge.ts';
import type { SeenCertificate } from '../../../../ports/transparency/certificates.ts';

/** Octets after which others have their turn: some milliseconds. */
const octetsPerTurn = 512 * 1_024;

/** Adds entries to a tree, and reads their certificates; those that can't be read are counted. */
export async function readCertificates(
  entries: readonly LogEntry[],
  edge: TreeEdge,
  { log, issuers }: { readonly log: string; readonly issuers: IssuerNames },
  onUnreadable: () => void,
): Promise<SeenCertificate[]> {
  const found: SeenCertificate[] = [];
  let octets = 0;
  for (const entry of entries) {
    octets += entry.timestampedEntry.length;
    if (octets > octetsPerTurn) {
      octets = 0;
      await turn();
    }
    edge.add(leafHash(entry.timestampedEntry));
    const certificate = readOne(entry, log, issuers);
    if (certificate === undefined) onUnreadable();
    else found.push(certificate);
  }
  return found;
}

function readOne(entry: LogEntry, log: string, issuers: IssuerNames): SeenCertificate | undefined {
  try {
    const { issuer: der, notBefore, notAfter, ...facts } = readLogged(entry);
    const { text: issuer, organization } = issuers.of(der);
    return {
      ...facts,
      kind: entry.kind,
      issuer,
      organization,
      notBefore: new Date(notBefore),
      notAfter: new Date(notAfter),
      log,
      entry: entry.index,
      loggedAt: new Date(entry.timestamp),
    };
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}
