import { DerError } from '../der/der-error.ts';
import type { DerNode } from '../der/der-node.ts';
import { booleanValue, expectTag, oidValue, sequenceItems, tags } from '../der/der-values.ts';
import {
  type AuthorityKeyIdentifier,
  type BasicConstraints,
  readAuthorityKeyIdentifier,
  readBasicConstraints,
  readKeyUsage,
  readObjectIdentifiers,
  readOctets,
} from './extension-values.ts';
import { type GeneralName, readGeneralNames } from './general-name.ts';
import { type NameConstraints, readNameConstraints } from './name-constraints.ts';
import { type AccessDescription, readAccessDescriptions, readTlsFeatures } from './other-values.ts';
import {
  type PolicyConstraints,
  type PolicyMapping,
  readInhibitAnyPolicy,
  readPolicies,
  readPolicyConstraints,
  readPolicyMappings,
} from './policies.ts';
import { readTimestamps, type SignedTimestamp } from './signed-timestamps.ts';

export interface Extension<Value> {
  readonly critical: boolean;
  /** Undefined if it could not be read. */
  readonly value: Value | undefined;
  /** The reason why it could not be read. */
  readonly fault?: string;
}

/** The extensions that are read, by name. */
interface Values {
  readonly subjectKeyIdentifier: Uint8Array;
  readonly keyUsage: ReadonlySet<number>;
  readonly subjectAltName: readonly GeneralName[];
  readonly basicConstraints: BasicConstraints;
  readonly nameConstraints: NameConstraints;
  readonly policies: ReadonlySet<string>;
  readonly policyMappings: readonly PolicyMapping[];
  readonly authorityKeyIdentifier: AuthorityKeyIdentifier;
  readonly policyConstraints: PolicyConstraints;
  readonly extendedKeyUsage: readonly string[];
  readonly inhibitAnyPolicy: number;
  readonly accessDescriptions: readonly AccessDescription[];
  readonly timestamps: readonly SignedTimestamp[];
  readonly tlsFeatures: readonly number[];
  readonly noOcspCheck: true;
  /** A certificate with it is none: it is the draft that logs are given (RFC 6962 section 3.1). */
  readonly poison: true;
}

export type Extensions = { readonly [Name in keyof Values]?: Extension<Values[Name]> } & {
  /** Dotted; each that there is, in order. */
  readonly all: readonly { readonly oid: string; readonly critical: boolean }[];
  /** Dotted; those that are not read here. */
  readonly unknown: readonly { readonly oid: string; readonly critical: boolean }[];
  readonly duplicates: readonly string[];
  /** Whether some extension says that it is not critical, which DER leaves out. */
  readonly spelledDefaults: boolean;
};

const readers: {
  readonly [Name in keyof Values]: { oid: string; read: (bytes: Uint8Array) => Values[Name] };
} = {
  subjectKeyIdentifier: { oid: '2.5.29.14', read: readOctets },
  keyUsage: { oid: '2.5.29.15', read: readKeyUsage },
  subjectAltName: { oid: '2.5.29.17', read: readGeneralNames },
  basicConstraints: { oid: '2.5.29.19', read: readBasicConstraints },
  nameConstraints: { oid: '2.5.29.30', read: readNameConstraints },
  policies: { oid: '2.5.29.32', read: readPolicies },
  policyMappings: { oid: '2.5.29.33', read: readPolicyMappings },
  authorityKeyIdentifier: { oid: '2.5.29.35', read: readAuthorityKeyIdentifier },
  policyConstraints: { oid: '2.5.29.36', read: readPolicyConstraints },
  extendedKeyUsage: { oid: '2.5.29.37', read: readObjectIdentifiers },
  inhibitAnyPolicy: { oid: '2.5.29.54', read: readInhibitAnyPolicy },
  accessDescriptions: { oid: '1.3.6.1.5.5.7.1.1', read: readAccessDescriptions },
  timestamps: { oid: '1.3.6.1.4.1.11129.2.4.2', read: readTimestamps },
  tlsFeatures: { oid: '1.3.6.1.5.5.7.1.24', read: readTlsFeatures },
  noOcspCheck: { oid: '1.3.6.1.5.5.7.48.1.5', read: () => true },
  poison: { oid: '1.3.6.1.4.1.11129.2.4.3', read: () => true },
};

const namesByOid = new Map(Object.entries(readers).map(([name, { oid }]) => [oid, name as keyof Values]));
const maxExtensions = 200;

/** Reads the list of extensions. Throws a DerError if the list itself is broken; a broken value is noted in its place. */
export function readExtensions(node: DerNode | undefined): Extensions {
  const known: Record<string, Extension<unknown>> = {};
  const all: { oid: string; critical: boolean }[] = [];
  const seen = new Set<string>();
  const duplicates: string[] = [];
  let spelledDefaults = false;
  const items = node === undefined ? [] : sequenceItems(node);
  if (node !== undefined && items.length === 0) throw new DerError('The list of extensions is empty.');
  if (items.length > maxExtensions) throw new DerError(`There are more than ${maxExtensions} extensions.`);
  for (const item of items) {
    const parts = sequenceItems(item);
    if (parts.length < 2 || parts.length > 3) throw new DerError('An extension has the wrong form.');
    const oid = oidValue(parts[0]);
    const critical = parts.length === 3 && booleanValue(parts[1]);
    if (parts.length === 3 && !critical) spelledDefaults = true;
    const bytes = expectTag(parts.at(-1), tags.octetString).content;
    all.push({ oid, critical });
    if (seen.has(oid)) duplicates.push(oid);
    seen.add(oid);
    const name = namesByOid.get(oid);
    if (name !== undefined && known[name] === undefined) known[name] = readValue(name, critical, bytes);
  }
  const unknown = all.filter(({ oid }) => !namesByOid.has(oid));
  return { ...(known as Partial<Extensions>), all, unknown, duplicates, spelledDefaults };
}

function readValue(name: keyof Values, critical: boolean, bytes: Uint8Array): Extension<unknown> {
  try {
    return { critical, value: readers[name].read(bytes) };
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return { critical, value: undefined, fault: `${name}: ${error.message}` };
  }
}

/** Names the extensions that could not be read, with the reason. */
export function extensionFaults(extensions: Extensions): string[] {
  return Object.keys(readers).flatMap((name) => extensions[name as keyof Values]?.fault ?? []);
}
