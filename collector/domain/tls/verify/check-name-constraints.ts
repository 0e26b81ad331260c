import { type Certificate, isSelfIssued } from '../x509/certificate.ts';
import { emailAddress } from '../x509/distinguished-name.ts';
import type { GeneralName } from '../x509/general-name.ts';
import { nameText } from './check-names.ts';
import { broken, irregular, type Judgement } from './judgement.ts';
import { withinSubtree } from './within-subtree.ts';

const rule = 'RFC 5280 section 4.2.1.10; section 6.1.3 (b) and (c)';
/** Names times constraints, over the whole path. */
const maxComparisons = 250_000;

/** Every certificate's names against the constraints of all authorities above it, the root included. */
export function checkNameConstraints(path: readonly Certificate[]): Judgement[] {
  const result: Judgement[] = [];
  let comparisons = 0;
  for (const [index, authority] of path.entries()) {
    const constraints = authority.extensions.nameConstraints?.value;
    if (constraints === undefined || index === 0) continue;
    const kinds = new Set([...constraints.permitted, ...constraints.excluded].map(({ kind }) => kind));
    result.push(...unusualConstraints(authority, [...constraints.permitted, ...constraints.excluded]));
    for (const [below, certificate] of path.slice(0, index).entries()) {
      if (below > 0 && isSelfIssued(certificate)) continue;
      for (const name of constrainedNames(certificate)) {
        if (!kinds.has(name.kind)) continue;
        const permitted = constraints.permitted.filter(({ kind }) => kind === name.kind);
        const excluded = constraints.excluded.filter(({ kind }) => kind === name.kind);
        comparisons += constraints.permitted.length + constraints.excluded.length;
        if (comparisons > maxComparisons) {
          const message = 'There are too many names and constraints to compare.';
          return [...result, broken('budget', message, rule, authority)];
        }
        const fault = violation(name, permitted, excluded);
        if (fault !== undefined) result.push(broken('name_constraint_violated', fault, rule, certificate));
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

/** subjectAltName, the subject, and mail addresses of the subject where subjectAltName has none. */
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

function unusualConstraints(authority: Certificate, subtrees: readonly GeneralName[]): Judgement[] {
  const odd = subtrees.find(
    (subtree) => subtree.kind === 'dns' && !/^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)?$/i.test(subtree.text),
  );
  if (odd === undefined) return [];
  const message = `The constraint ${nameText(odd)} is no name of the DNS.`;
  return [irregular('bad_extension', message, 'RFC 5280 section 4.2.1.10', authority)];
}
