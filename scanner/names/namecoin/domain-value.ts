/** Names of the node that a value may import, in all. */
const mostImports = 4;
const mostItems = 50;
const longestText = 1_024;

export type DomainRecords = {
  readonly ip: readonly string[];
  readonly ip6: readonly string[];
  readonly ns: readonly string[];
  readonly ds: readonly unknown[];
  readonly tls: unknown;
  /** A name that stands for this one, relative to the domain unless it ends with a dot. */
  readonly alias: string | null;
  /** The same for all that is below. */
  readonly translate: string | null;
  readonly tor: readonly string[];
  readonly i2p: readonly string[];
  readonly info: unknown;
  readonly email: string | null;
};

type Value = { readonly [key: string]: unknown };

/** An import function gives the value of another name; undefined if there is none. */
export type Import = (name: string) => Promise<string | undefined>;

/**
 * Reads the records that a value of the namespace `d/` has for a name below it (Namecoin's domain names, version 2):
 * each label in turn is looked for in `map`, as it is or as `*`. `labels`: from the domain down, `www` for
 * www.example.bit. Undefined if the value is no JSON object or has nothing for the name.
 */
export async function domainRecords(
  text: string,
  labels: readonly string[],
  imported: Import,
): Promise<DomainRecords | undefined> {
  const budget = { left: mostImports };
  let value = await withImports(readValue(text), imported, budget);
  if (value === undefined) return undefined;
  for (const label of labels) {
    const map = isValue(value.map) ? value.map : {};
    const below: unknown = Object.hasOwn(map, label) ? map[label] : map['*'];
    // A text is short for the address.
    const next: Value | undefined =
      typeof below === 'string' ? { ip: below } : isValue(below) ? below : undefined;
    if (next === undefined) {
      // A server that the domain is delegated to knows what is below.
      if (value.ns !== undefined || value.translate !== undefined) break;
      return undefined;
    }
    value = (await withImports(next, imported, budget)) ?? next;
  }
  const own = isValue(value.map) ? value.map[''] : undefined;
  return presented(
    isValue(own) ? { ...own, ...value } : typeof own === 'string' ? { ip: own, ...value } : value,
  );
}

function presented(value: Value): DomainRecords {
  return {
    ip: texts(value.ip),
    ip6: texts(value.ip6),
    ns: texts(value.ns ?? value.dns),
    ds: Array.isArray(value.ds) ? value.ds.slice(0, mostItems) : [],
    tls: value.tls ?? null,
    alias: text(value.alias),
    translate: text(value.translate),
    tor: texts(value.tor ?? value._tor),
    i2p: isValue(value.i2p) ? texts(value.i2p.b32 ?? value.i2p.name) : texts(value.i2p),
    info: value.info ?? null,
    email: text(value.email),
  };
}

/** What a value imports stands below what it says itself. */
async function withImports(
  value: Value | undefined,
  imported: Import,
  budget: { left: number },
): Promise<Value | undefined> {
  if (value === undefined || value.import === undefined) return value;
  let whole: Value = value;
  for (const name of importsOf(value.import)) {
    if (budget.left-- <= 0) break;
    const found = await imported(name);
    const inner = found === undefined ? undefined : await withImports(readValue(found), imported, budget);
    if (inner !== undefined) whole = { ...inner, ...whole };
  }
  return whole;
}

/** `"d/other"`, `["d/other"]`, or `[["d/other", "selector"]]`; selectors are not followed, and such an import is left out. */
function importsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((one) => {
    const name: unknown = Array.isArray(one) && one.length === 1 ? one[0] : one;
    return typeof name === 'string' && /^dd?\/[a-z0-9-]{1,63}$/.test(name) ? [name] : [];
  });
}

function readValue(json: string): Value | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isValue(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isValue(value: unknown): value is Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.length <= longestText ? value : null;
}

function texts(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.slice(0, mostItems).flatMap((one) => text(one) ?? []);
}
