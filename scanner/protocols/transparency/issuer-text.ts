import { DerError } from '../tls/der/der-error.ts';
import { readDer } from '../tls/der/der-node.ts';
import { distinguishedNameText, readDistinguishedName } from '../tls/x509/distinguished-name.ts';

const organizationName = '2.5.4.10';
const remembered = 5_000;
const longest = 200;

export interface IssuerName {
  /** The name as RFC 4514 writes it. */
  readonly text: string;
  /** The organization; the whole name if none is told. */
  readonly organization: string;
}

/** The issuer names read names of issuers, of which there are few: each once. */
export class IssuerNames {
  readonly #known = new Map<string, IssuerName>();

  /** Reads a name of an issuer; a name that can't be read is told by its octets. */
  of(der: Buffer): IssuerName {
    const key = der.toString('latin1');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= remembered) this.#known.clear();
    const name = readIssuer(der);
    this.#known.set(key, name);
    return name;
  }
}

function readIssuer(der: Buffer): IssuerName {
  try {
    const name = readDistinguishedName(readDer(der));
    const text = distinguishedNameText(name);
    const organization = name.sets.flat().find(({ type }) => type === organizationName)?.text;
    return { text, organization: (organization ?? text).slice(0, longest) };
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    const text = `#${der.toString('hex', 0, longest / 2)}`;
    return { text, organization: text };
  }
}
