import type { Certificate } from './x509/certificate.ts';

/** A chain shape compares the certificates that a server sent with the path that was found. */
export interface ChainShape {
  readonly order: 'in_order' | 'out_of_order';
  /** Fingerprints of certificates that were sent without need; a root that is part of the path is not among them. */
  readonly extra: ReadonlySet<string>;
  /** Whether the path's root was sent, which every client has to have anyway. */
  readonly rootSent: boolean;
}

/** Compares a sent chain with its path, both from the server's certificate on; `path` may be empty. */
export function chainShape(sent: readonly Certificate[], path: readonly Certificate[]): ChainShape {
  const places = new Map(path.map(({ fingerprint }, index) => [fingerprint, index]));
  const seen = new Set<string>();
  const extra = new Set<string>();
  const indexes: number[] = [];
  for (const { fingerprint } of sent) {
    const index = places.get(fingerprint);
    if (index === undefined || seen.has(fingerprint)) extra.add(fingerprint);
    else indexes.push(index);
    seen.add(fingerprint);
  }
  const root = path.at(-1);
  return {
    order: isInOrder(sent, indexes) ? 'in_order' : 'out_of_order',
    extra: path.length === 0 ? new Set() : extra,
    rootSent: path.length > 1 && root !== undefined && seen.has(root.fingerprint),
  };
}

/** Without a path, each certificate should be issued by the one behind it. */
function isInOrder(sent: readonly Certificate[], indexes: readonly number[]): boolean {
  if (indexes.length > 0) return indexes.every((place, index) => index === 0 || place > indexes[index - 1]!);
  return sent.every((one, index) => index === 0 || sent[index - 1]!.issuer.key === one.subject.key);
}
