import { type Certificate, isSelfIssued } from '../x509/certificate.ts';
import { commonName, emailAddress } from '../x509/distinguished-name.ts';
import type { GeneralName } from '../x509/general-name.ts';
import { nameText } from './check-names.ts';
import { broken, irregular, type Judgement } from './judgement.ts';
import { referenceName } from './match-name.ts';
import { withinSubtree } from './within-subtree.ts';

const rule = 'RFC 5280 section 4.2.1.10; section 6.1.3 (b) and (c)';
/** Names times constraints, over the whole path: half a thousand names under a thousand constraints are still looked at. */
const maxComparisons = 1 << 20;

/** Checks every certificate's names against the constraints of all authorities above it, the root included. */
export function checkNameConstraints(path: readonly Certificate[]): Judgement[] {
  const result: Judgement[] = [];
  let comparisons = 0;
  for (const [index, authority] of path.entries()) {
    const constraints = authority.extensions.nameConstraints?.value;
    if (constraints === undefined || index === 0) continue;
    const permitted = Map.groupBy(constraints.permitted, ({ kind }) => kind);
    const excluded = Map.groupBy(constraints.excluded, ({ kind }) => kind);
    result.push(...unusualConstraints(authority, [...constraints.permitted, ...constraints.excluded]));
    for (const [below, certificate] of path.slice(0, index).entries()) {
      if (below > 0 && isSelfIssued(certificate)) continue;
      for (const name of constrainedNames(certificate)) {
        const allowed = permitted.get(name.kind) ?? [];
        const refused = excluded.get(name.kind) ?? [];
        comparisons += allowed.length + refused.length;
        if (comparisons > maxComparisons) {
          const message = 'There are too many names and constraints to compare.';
          return [...result, broken('budget', message, rule, authority)];
        }
        const fault = violation(name, allowed, refused);
        if (fault !== undefined) result.push(broken('name_constraint_violated', fault, rule, certificate));
      }
      for (const name of below > 0 ? [] : namesOfOld(certificate)) {
        const fault = violation(name, permitted.get(name.kind) ?? [], excluded.get(name.kind) ?? []);
        if (fault !== undefined) result.push(irregular('name_constraint_violated', fault, rule, certificate));
      }
    }
  }
  return result.slice(0, 20);
}

function violation(
  name: GeneralName,
  permitted: readonly GeneralName[],
  excluded: readonly GeneralName[],
): string | undefined {
  const text = nameText(name);
  const out = excluded.map((subtree) => withinSubtree(name, subtree, true));
  if (out.includes('within')) return `${text} lies in what the authority must not issue for.`;
  const allowed = permitted.map((subtree) => withinSubtree(name, subtree, false));
  if (out.includes('unsupported') || allowed.includes('unsupported')) {
    return `Whether ${text} may be issued for can't be told.`;
  }
  if (permitted.length === 0 || allowed.includes('within')) return undefined;
  return `${text} lies outside of what the authority may issue for.`;
}

/** subjectAltName, the subject, and mail addresses of the subject if subjectAltName has none. */
function constrainedNames({ subject, extensions }: Certificate): GeneralName[] {
  const names = [...(extensions.subjectAltName?.value ?? [])];
  if (!names.some(({ kind }) => kind === 'email')) {
    for (const { type, text } of subject.sets.flat()) {
      if (type === emailAddress && text !== undefined) names.push({ kind: 'email', text });
    }
  }
  if (!subject.isEmpty) names.push({ kind: 'directory', name: subject });
  return names;
}

/** The common name of a certificate without other names of a host: programs of old take it for one. */
function namesOfOld({ subject, extensions }: Certificate): GeneralName[] {
  const names = extensions.subjectAltName?.value ?? [];
  if (names.some(({ kind }) => kind === 'dns' || kind === 'ip')) return [];
  const common = subject.sets.flat().findLast(({ type }) => type === commonName)?.text ?? '';
  const reference = common.includes('.') || common.includes(':') ? referenceName(common) : undefined;
  if (reference?.kind === 'dns') return [{ kind: 'dns', text: reference.name }];
  return reference?.kind === 'ip' ? [{ kind: 'ip', octets: reference.octets }] : [];
}

function unusualConstraints(authority: Certificate, subtrees: readonly GeneralName[]): Judgement[] {
  const odd = subtrees.find(
    (subtree) => subtree.kind === 'dns' && !/^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)?$/i.test(subtree.text),
  );
  if (odd === undefined) return [];
  const message = `The constraint ${nameText(odd)} is no name of the DNS.`;
  return [irregular('bad_extension', message, 'RFC 5280 section 4.2.1.10', authority)];
}
