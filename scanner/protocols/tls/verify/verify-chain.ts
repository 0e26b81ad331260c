import type { ChainProblem } from '../chain-problem.ts';
import { DerError } from '../der/der-error.ts';
import type { Certificate } from '../x509/certificate.ts';
import { distinguishedNameText } from '../x509/distinguished-name.ts';
import type { Purpose } from './check-usage.ts';
import { broken, type Judgement, type Role } from './judgement.ts';
import { type ReferenceName, referenceName } from './match-name.ts';
import { isSelfSigned, PathSearch, type SearchResult } from './path-search.ts';
import { TrustAnchors } from './trust-anchors.ts';

/** Servers send a handful; a message of a handshake has room for some thousand. */
const maxSent = 100;

export interface ChainInput {
  /** DER as the server sent it: its own certificate first, the others in any order. */
  readonly chain: readonly Uint8Array[];
  /** The trusted roots, DER; or the same read before, for many chains. */
  readonly roots: readonly Uint8Array[] | TrustAnchors;
  /** The host's name or address that the server was reached by; without it the path alone is validated, by RFC 5280. */
  readonly name?: string;
  readonly at: Date;
  /** `server` unless said otherwise. */
  readonly purpose?: Purpose;
  /**
   * Whether everything that RFC 5280 and the CA/Browser Forum demand of issuers counts, which is so unless said otherwise;
   * else only what clients refuse.
   */
  readonly strict?: boolean;
  /** Certificates between the server's and the root; 8 unless said otherwise. */
  readonly maxIntermediates?: number;
}

export interface ChainVerdict {
  readonly valid: boolean;
  /** Empty if it is valid. */
  readonly problems: readonly ChainProblem[];
  /**
   * Faults that are forbidden to issuers, though no client refuses them; empty for strict verification, where these are
   * problems.
   */
  readonly irregularities: readonly ChainProblem[];
  /** From the server's certificate to the root, DER; empty if nothing leads to a root. */
  readonly path: readonly Uint8Array[];
}

/**
 * Builds a path from the first certificate to a root and validates it (RFC 5280 section 6, RFC 9525, Baseline Requirements
 * of the CA/Browser Forum). All ways to a root are tried; revocation is not looked at. Never throws for what is in the
 * certificates, and takes bounded time whatever they are.
 */
export function verifyChain(input: ChainInput): ChainVerdict {
  const [first, ...rest] = input.chain;
  if (first === undefined)
    return failure(broken('empty_chain', 'No certificate was sent.', 'RFC 8446 section 4.4.2.4'));
  if (rest.length >= maxSent) {
    return failure(
      broken('budget', `More than ${maxSent} certificates were sent.`, 'a bound of this program'),
    );
  }
  const anchors = input.roots instanceof TrustAnchors ? input.roots : new TrustAnchors(input.roots);
  const read = (der: Uint8Array) => readOrNot(der, anchors);
  const server = read(first);
  if (typeof server === 'string') return failure(broken('malformed', server, 'RFC 5280 section 4.1'));
  const reference = input.name === undefined ? undefined : referenceName(input.name);
  const search = new PathSearch({
    at: input.at.getTime(),
    purpose: input.purpose ?? 'server',
    reference,
    anchors,
    // A certificate that can't be read is of no use, and does no harm.
    others: distinct(rest.map(read).filter((one) => typeof one !== 'string')),
    maxIntermediates: input.maxIntermediates ?? 8,
    strict: input.strict ?? true,
  });
  const result = search.run(server);
  const judgements = [
    ...nameless(input.name, reference),
    ...(result.best?.judgements ?? pathless(search, result)),
  ];
  const problems = judgements.filter((one) => !one.irregular || (input.strict ?? true));
  return {
    valid: problems.length === 0,
    problems: problems.map(({ problem }) => problem),
    irregularities: judgements.filter((one) => !problems.includes(one)).map(({ problem }) => problem),
    path: result.best?.path.map(({ der }) => der) ?? [],
  };
}

function failure(judgement: Judgement): ChainVerdict {
  return { valid: false, problems: [judgement.problem], irregularities: [], path: [] };
}

function readOrNot(der: Uint8Array, { reader }: TrustAnchors): Certificate | string {
  try {
    return reader.read(der);
  } catch (error) {
    if (error instanceof DerError) return error.message;
    throw error;
  }
}

function distinct(certificates: readonly Certificate[]): Certificate[] {
  return [...new Map(certificates.map((one) => [one.fingerprint, one])).values()];
}

function nameless(name: string | undefined, reference: ReferenceName | undefined): Judgement[] {
  if (name === undefined || reference !== undefined) return [];
  const message = `${name.slice(0, 255)} is neither the name of a host nor an address.`;
  return [broken('name_mismatch', message, 'RFC 9525 section 6.1.2')];
}

function roleOf(certificate: Certificate, index: number): Role {
  if (index === 0) return 'server';
  return isSelfSigned(certificate) ? 'root' : 'intermediate';
}

/** Why nothing leads to a root, with what is wrong with the certificates of the longest way. */
function pathless(search: PathSearch, { stump, wrongSignature, tooLong, spent }: SearchResult): Judgement[] {
  const own = stump.flatMap((certificate, index) => search.judge(certificate, roleOf(certificate, index)));
  return [reason(), ...own];

  function reason(): Judgement {
    const top = stump.at(-1)!;
    const rule = 'RFC 5280 section 6.1';
    if (spent) return broken('budget', 'There are too many ways to a root to try them all.', rule, top);
    if (tooLong) return broken('chain_too_long', 'The way to a root has too many certificates.', rule, top);
    if (isSelfSigned(top)) {
      if (stump.length === 1)
        return broken('self_signed', 'The certificate signs itself, and is not trusted.', rule, top);
      return broken('untrusted_root', 'The chain ends at a root that is not trusted.', rule, top);
    }
    if (wrongSignature !== undefined) {
      const message = 'No certificate with the name of the issuer has the key that made the signature.';
      return broken('bad_signature', message, 'RFC 5280 section 6.1.3 (a) (1)', wrongSignature);
    }
    const issuer = distinguishedNameText(top.issuer);
    const message = `The certificate of its issuer, ${issuer}, was not sent and is no trusted root.`;
    return broken('incomplete_chain', message, 'RFC 8446 section 4.4.2', top);
  }
}
