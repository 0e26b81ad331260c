import type { CaaIssuer } from './caa-result.ts';

/** An issue value is the value of issue, issuewild and their kin. */
export interface IssueValue {
  /** Undefined if nobody is named. */
  readonly issuer: CaaIssuer | undefined;
  /** One that is not counts as if it named nobody (RFC 8659 section 4.2). */
  readonly wellFormed: boolean;
}

const label = '[A-Za-z0-9](?:-*[A-Za-z0-9])*';
const domain = `${label}(?:\\.${label})*`;
const issuePattern = new RegExp(`^[ \\t]*(${domain})?[ \\t]*(?:;(.*))?$`, 's');
const parameterPattern = new RegExp(`^(${label})[ \\t]*=[ \\t]*([\\x21-\\x3a\\x3c-\\x7e]*)$`);
const maxLength = 4_096;

/** Reads a value by the grammar of RFC 8659 section 4.2. */
export function parseIssueValue(value: string): IssueValue {
  const malformed = { issuer: undefined, wellFormed: false };
  if (value.length > maxLength) return malformed;
  const found = issuePattern.exec(value);
  if (found === null) return malformed;
  const parameters = readParameters(found[2] ?? '');
  if (parameters === undefined) return malformed;
  if (found[1] === undefined) return { issuer: undefined, wellFormed: true };
  return { issuer: issuerOf(found[1].toLowerCase(), parameters), wellFormed: true };
}

type Parameter = CaaIssuer['parameters'][number];

function readParameters(text: string): Parameter[] | undefined {
  const parts = text.split(';').map((part) => part.replace(/^[ \t]+|[ \t]+$/g, ''));
  if (parts.length === 1 && parts[0] === '') return [];
  const parameters: Parameter[] = [];
  for (const part of parts) {
    const found = parameterPattern.exec(part);
    if (found === null) return undefined;
    parameters.push({ tag: found[1]!.toLowerCase(), value: found[2]! });
  }
  return parameters;
}

function issuerOf(name: string, parameters: readonly Parameter[]): CaaIssuer {
  const first = (tag: string) => parameters.find((parameter) => parameter.tag === tag)?.value;
  const methods = first('validationmethods');
  return {
    domain: name,
    accountUri: first('accounturi') ?? null,
    validationMethods: methods === undefined ? null : methods.split(','),
    parameters,
  };
}

/** Explains why no request can meet the parameters; undefined if one can (RFC 8657 sections 3 and 4). */
export function unmeetableParameters({
  parameters,
  accountUri,
  validationMethods,
}: CaaIssuer): string | undefined {
  const count = (tag: string) => parameters.filter((parameter) => parameter.tag === tag).length;
  if (count('accounturi') > 1) return 'accounturi is there more than once';
  if (count('validationmethods') > 1) return 'validationmethods is there more than once';
  if (accountUri !== null && !/^[a-z][a-z0-9+.-]*:.+/i.test(accountUri)) return 'accounturi is no URI';
  const bad = validationMethods?.find((method) => !/^[A-Za-z0-9-]+$/.test(method));
  return bad === undefined ? undefined : `${bad === '' ? 'an empty text' : bad} is no validation method`;
}
